// Package heuristic analyses Connect Four positions on any board that package rules
// supports, up to 15x15. Package minimax uses it for boards that are too large for the
// exact solver, and where the solver does not finish in time.
//
// It makes four promises:
//
//   - A certain result is true: the win or loss exists, and once the search is deep
//     enough, the score has the right number of plies.
//   - A position and its mirror image have mirrored results.
//   - A search ends within 256 nodes after Limits.Stop returns true, and always has an
//     answer.
//   - Any number of goroutines may use an Engine.
//
// The search is alpha-beta with null windows for all moves but the first ("principal
// variation search", Tony Marsland and Murray Campbell, 1982) and iterative deepening.
// docs/teach/wide.md has the gain of each technique. The files are:
//
//   - score.go: scores, and the expected results that they stand for
//   - geometry.go, state.go: the board, and a position whose windows and threats each
//     move updates
//   - evaluate.go, endgame.go: the evaluation, from threats and from who is in zugzwang
//     when the free cells are filled
//   - table.go, order.go: the transposition table and the move ordering
//   - search.go, root.go, engine.go: the search below the root, the search at the root,
//     and the exported API
package heuristic
