package minimax

import (
	"sync"

	"github.com/quatre/quatre/internal/minimax/book"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// How an Engine's memory is shared out: so many boards keep their tables, and
// each table gets so many eighths of the whole. Whoever plays on another board
// makes the one that was asked for longest ago go.
const (
	solverBoards, solverEighths = 2, 3
	wideBoards, wideEighths     = 2, 1
)

// connect4Boards has what there is to play Connect Four with, by board.
type connect4Boards struct {
	solvers recent[solver.Board, *exactBoard]
	engines recent[solver.Board, *heuristic.Engine]
}

// exactBoard is a board that can be solved.
type exactBoard struct {
	board solver.Board
	table *solver.Table
	book  *book.Book // nil if there is none

	mu   sync.Mutex
	idle []*solver.Solver // guarded by mu; a sync.Pool would keep the table of a board that was dropped
}

// solver returns a Solver that nobody uses, until it is handed to done.
func (e *exactBoard) solver() *solver.Solver {
	e.mu.Lock()
	defer e.mu.Unlock()
	if last := len(e.idle) - 1; last >= 0 {
		s := e.idle[last]
		e.idle = e.idle[:last]
		return s
	}
	return solver.New(e.board, e.table)
}

func (e *exactBoard) done(s *solver.Solver) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle = append(e.idle, s)
}

func newConnect4Boards(tableBytes int) *connect4Boards {
	return &connect4Boards{
		solvers: recent[solver.Board, *exactBoard]{size: solverBoards, make: func(b solver.Board) *exactBoard {
			return &exactBoard{board: b, table: solver.NewTable(b, tableBytes*solverEighths/8), book: book.For(b)}
		}},
		engines: recent[solver.Board, *heuristic.Engine]{size: wideBoards, make: func(b solver.Board) *heuristic.Engine {
			return heuristic.New(b.Columns, b.Rows, b.Align, tableBytes*wideEighths/8)
		}},
	}
}

func boardOf(pos *rules.Connect4Position) solver.Board {
	columns, rows, align := pos.Size()
	return solver.Board{Columns: columns, Rows: rows, Align: align}
}

// search returns what the threat-based engine finds within the limits; its
// error is that of the context alone.
func (b *connect4Boards) search(limits *limits, pos *rules.Connect4Position, how heuristic.Limits) (heuristic.Result, error) {
	var ended error
	how.Stop = func() bool {
		ended = limits.check()
		return ended != nil
	}
	r := b.engines.get(boardOf(pos)).Search(pos, how)
	if ended == errBudget {
		ended = nil
	}
	return r, ended
}

// analysisOf turns the engine's result into an Analysis.
func analysisOf(r heuristic.Result) Analysis {
	a := Analysis{Depth: r.Depth, Nodes: r.Nodes}
	for _, m := range r.Moves {
		v := Value{Low: Score(m.Low), High: Score(m.High)}
		if !v.Exact() {
			v.Estimate = min(max(m.Score.Estimate(), -maxEstimate), maxEstimate)
		}
		a.Moves = append(a.Moves, MoveValue{m.Move, v})
	}
	a.settle()
	return a
}
