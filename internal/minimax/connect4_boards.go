package minimax

import (
	"sync"

	"github.com/quatre/quatre/internal/minimax/book"
	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/rules"
)

// An Engine keeps the solver tables of solverBoards boards. Each has solverEighths eighths of
// Options.TableBytes. The same holds for the tables of the heuristic engine. A further board
// replaces the least recently used one.
const (
	solverBoards, solverEighths       = 2, 3
	heuristicBoards, heuristicEighths = 2, 1
)

// connect4Boards has the solvers and engines of Connect Four, by board.
type connect4Boards struct {
	solvers *lruCache[solver.Board, *solverBoard]
	engines *lruCache[solver.Board, *heuristic.Engine]
}

// solverBoard has the table, the book and the idle solvers of one board.
type solverBoard struct {
	board solver.Board
	table *solver.Table
	book  *book.Book // nil if there is none

	mu   sync.Mutex
	idle []*solver.Solver // guarded by mu; a sync.Pool would keep the table of a dropped board alive
}

// acquire returns a Solver for the caller alone, until the caller releases it.
func (e *solverBoard) acquire() *solver.Solver {
	e.mu.Lock()
	defer e.mu.Unlock()
	if last := len(e.idle) - 1; last >= 0 {
		s := e.idle[last]
		e.idle = e.idle[:last]
		return s
	}
	return solver.New(e.board, e.table)
}

func (e *solverBoard) release(s *solver.Solver) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle = append(e.idle, s)
}

// newConnect4Boards returns the boards of an Engine. books replace the embedded books of their boards.
func newConnect4Boards(tableBytes int, books []*book.Book) *connect4Boards {
	bookOf := func(board solver.Board) *book.Book {
		for _, b := range books {
			if b.Board == board {
				return b
			}
		}
		return book.For(board)
	}
	return &connect4Boards{
		solvers: newLRUCache(solverBoards, func(b solver.Board) *solverBoard {
			return &solverBoard{board: b, table: solver.NewTable(b, tableBytes*solverEighths/8), book: bookOf(b)}
		}),
		engines: newLRUCache(heuristicBoards, func(b solver.Board) *heuristic.Engine {
			return heuristic.New(b.Columns, b.Rows, b.Align, tableBytes*heuristicEighths/8)
		}),
	}
}

func boardOf(pos *rules.Connect4Position) solver.Board {
	columns, rows, align := pos.Size()
	return solver.Board{Columns: columns, Rows: rows, Align: align}
}

// search returns the result of the heuristic engine within the limits. The only error is that
// of the context. The end of the budget is not an error.
func (b *connect4Boards) search(limits *limits, pos *rules.Connect4Position, options heuristic.Limits) (heuristic.Result, error) {
	var limitErr error
	options.Stop = func() bool {
		limitErr = limits.check()
		return limitErr != nil
	}
	r := b.engines.get(boardOf(pos)).Search(pos, options)
	if limitErr == errBudget {
		limitErr = nil
	}
	return r, limitErr
}

// analysisOf converts a result of the heuristic engine to an Analysis.
func analysisOf(r heuristic.Result) Analysis {
	a := Analysis{Depth: r.Depth, Nodes: r.Nodes}
	for _, m := range r.Moves {
		v := Value{Low: Score(m.Low), High: Score(m.High)}
		if !v.Exact() {
			v.Estimate = min(max(m.Score.Estimate(), -maxEstimate), maxEstimate)
		}
		a.Moves = append(a.Moves, MoveValue{m.Move, v})
	}
	a.updateValue()
	return a
}
