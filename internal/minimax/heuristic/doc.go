// Package heuristic analyses Connect Four on any board that package rules knows, up
// to 15x15: those that are too large for the exact solver, and smaller ones when
// it does not finish in time.
//
// It promises four things. What it calls certain is: a win or loss is there,
// and to the ply once the search is that deep. A position and its mirror image
// have mirrored results. A search ends within 256 nodes of Limits.Stop saying
// so, and always has an answer. And an Engine can be used by many goroutines.
//
// It is an alpha-beta search with a null window for all moves but the first
// ("principal variation search", Tony Marsland and Murray Campbell, 1982),
// deepened one ply at a time. docs/wide.md has what each part gains. The files:
//
//   - score.go: scores and the expected result that goes with them
//   - geometry.go, state.go: the board, and a position whose windows and threats
//     are kept up to date by each move
//   - evaluate.go, concede.go: the estimate, from threats and who profits from them
//     when the free cells run out
//   - table.go, order.go: what is remembered of positions, and of moves
//   - search.go, root.go, engine.go: the search below the root, at the root, and
//     what callers see of it
package heuristic
