// Package solver finds exact scores of Connect Four positions. It takes every board that
// fits into 64 bits with one spare bit per column, with 3 to 5 discs to align.
//
// It promises that its results are proved. Every bound that prunes the search is a bound
// of the exact score, and the transposition table never takes one position for another.
// It does not check positions. No disc may hang above a free cell, the game must not be over,
// and the side to move must have as many discs as its opponent or one disc less.
//
// A score is 0 for a draw. A score s > 0 means that the side to move wins with the s-th last of
// the discs that it would play if the board filled up. A score s < 0 means that the opponent
// wins with its -s-th last disc, counted in the same way. With n discs on the board, a win
// with the next disc scores (cells+1-n)/2, rounded down.
//
// Solver.Solve works in these steps:
//
//  1. It plays forced moves (forced.go).
//  2. It narrows the score by null-window searches (window.go, search.go).
//  3. At each node, the search looks the position up in the transposition table
//     (table.go).
//  4. It generates the moves, plays forced moves after each, orders them (order.go),
//     looks all of them up in the table, and bounds them by zugzwang (expand.go,
//     zugzwang.go).
//  5. It searches the remaining moves one after another.
//
// docs/dev/performance.md has measurements of each technique.
//
// The bitboards, the null windows, the pruning of moves that lose at once and the move
// ordering by threats follow Pascal Pons, "Solving Connect 4: how to build a perfect AI"
// (2015 to 2019).
package solver
