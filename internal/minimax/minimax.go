// Package minimax chooses and analyses moves for the AI.
//
// It makes four promises:
//
//   - Engine.Choose answers within the budget of the level. Once its context is
//     cancelled, it returns within a few hundred nodes, which take well under 5 ms. The
//     exception is Force 3, which takes a fraction of a second to solve.
//   - Engine.Analyse never claims more about a value than is certain.
//   - Choose and Analyse do not change the position.
//   - Among moves that a level values equally, Choose picks each with the same
//     probability. It uses only the random numbers of the caller, so a search that ends
//     by depth can be repeated exactly.
//
// The search is negamax with alpha-beta pruning (Donald Knuth and Ronald Moore, "An
// Analysis of Alpha-Beta Pruning", 1975) and iterative deepening. The files are:
//
//   - engine.go: Choose and Analyse
//   - level.go: the levels, and the one place where limits become a deadline
//   - overlook.go: how the weaker levels overlook certain wins and losses
//   - search.go, order.go: the search, and its move ordering
//   - inspect.go, recorder.go, feature.go: Inspect and Measure, which watch the search
//   - table.go: the table of positions that Inspect and Measure can add to it
//   - evaluate.go, connect4.go, force3.go: the evaluators; tic-tac-toe needs none
//   - weights.go: the evaluation of custom levels, whose weights a player has chosen
//   - thought.go: how a level came to its choice
//   - value.go: exact values and bounds
//
// Exact values come from a gameSolver for each game (solver.go). The solver of Connect
// Four (connect4_solver.go) uses packages book, solver and heuristic. Packages solver and
// heuristic search in turns (connect4_turns.go). The solver of Force 3 (force3_solver.go) uses a table from
// retrograde analysis (retrograde.go). That of tic-tac-toe searches to the end (tictactoe.go).
//
// The package reads the time with time.Now. In a testing/synctest bubble the clock stands
// still while a goroutine computes, so a test in a bubble must sleep to let time pass.
package minimax

import (
	"errors"

	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// ErrOver is returned by Engine.Choose and Engine.Analyse if the game is over.
var ErrOver = errors.New("minimax: the game is over")

// Choice is the result of Engine.Choose.
type Choice struct {
	Move  rules.Move // a legal move
	Score Score      // the value of the move for the side that plays it
	Depth int        // plies of the deepest finished search; 0 from a table, a book or an exact solver
	Nodes int        // positions searched, including an unfinished search
	Moves []Compared // the moves that the level compared, the best first
}

// Score is the value of a position for the side to move, unless a comment says otherwise. The
// value for the opponent is its negation. An estimate is in points of the evaluator.
type Score = heuristic.Score

// The bounds of scores. Scores between -MaxHeuristic and MaxHeuristic are estimates.
const (
	Win                = heuristic.Win
	MaxHeuristic Score = Win - maxDepth - 1
)
