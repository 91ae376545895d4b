// Package solver finds exact values of Connect Four positions, on every board
// whose columns, each with one bit more than it has cells, fit in 64 bits, with 3
// to 5 discs to align.
//
// It promises that what it returns is proved: every bound that prunes the search
// is one of the exact score, and the transposition table never takes one position for
// another. Positions are not checked: what is asked must be reachable but for the order
// of its discs, the game must go on in it, and the side to move must have as many
// discs as its opponent or one less.
//
// A score is 0 for a draw; s > 0 if the side to move wins with its s-th last disc
// at best, s < 0 if it loses so. A win by the next disc with n discs on the board
// scores (cells+1-n)/2, rounded down.
//
// The way of a question: Solver.Solve plays what is forced (forced.go) and then
// narrows the score by questions of null windows (window.go). Each is a search
// (search.go): the table is asked (table.go), then the moves are made, settled,
// ordered (order.go), looked up in the table before any is searched, and bounded by
// zugzwang (expand.go, zugzwang.go); what is left is searched one after another. team.go
// lets several goroutines do it together. docs/solver.md says what each part is worth,
// measured.
//
// The bitboards, the null window, the moves that do not lose at once and the order by
// threats are as Pascal Pons describes them, "Solving Connect 4: how to build a perfect AI"
// (2015 to 2019).
package solver
