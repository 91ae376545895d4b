// Package minimax chooses moves for the machine.
//
// It promises four things. Engine.Choose leaves the position that it is given
// unchanged. It answers within the level's budget, and gives up within a few
// hundred nodes, well under 5 ms, once its context is cancelled; solving Force 3,
// a fraction of a second, is the exception. Engine.Analyse never says more of a
// value than is certain. And among moves that are equally good to a level it
// chooses evenly, with the caller's random numbers and no others, so that a search
// that ends by depth can be repeated exactly.
//
// The search is negamax with alpha-beta pruning (Donald Knuth and Ronald Moore,
// "An Analysis of Alpha-Beta Pruning", 1975), deepened one ply at a time. The
// files: engine.go is the door, level.go has the levels and the one place where
// limits become a deadline, glance.go what the weaker ones overlook, search.go the
// search, order.go the order in which it tries moves, evaluate.go the choice of the
// evaluator, connect4.go and force3.go those of these games. Tic-tac-toe needs
// none.
//
// Exact values come from a gameSolver, chosen by the game: connect4_solver.go asks
// packages book, solver and wide, force3_solver.go a table made by retrograde
// analysis, and analyse.go is for all other games.
//
// Times are read from package time, so a test in a testing/synctest bubble has
// to let time pass itself: no budget ever ends in a bubble that only computes.
package minimax

import (
	"errors"

	"github.com/quatre/quatre/internal/rules"
)

// ErrOver is returned by Engine.Choose when the game is over.
var ErrOver = errors.New("minimax: the game is over")

// Choice is the answer of a search.
type Choice struct {
	Move  rules.Move // legal in the position that was searched
	Score Score      // what the side to move can reach with it
	Depth int        // plies of the deepest search that was finished, at least 1
	Nodes int        // positions reached, those of an unfinished search included
}

// Score is the worth of a position, of the side to move if nothing else is
// said. The opponent's is its negation, and 0 is a draw or an even game.
//
// A score between -MaxHeuristic and MaxHeuristic is an evaluator's estimate, in
// its own units. Beyond that the end is certain: Win-n wins with the n-th ply
// from now, n-Win loses with it, so a sooner win and a later loss are better.
type Score int32

// The bounds of scores.
const (
	Win          Score = 1_000_000
	MaxHeuristic Score = Win - maxDepth - 1
)

// Mate reports whether the end is certain, and after how many plies it comes:
// positive if the side that the score is for wins, negative if it loses.
func (s Score) Mate() (plies int, certain bool) {
	switch {
	case s > MaxHeuristic:
		return int(Win - s), true
	case s < -MaxHeuristic:
		return int(-Win - s), true
	default:
		return 0, false
	}
}
