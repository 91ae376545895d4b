package minimax

import (
	"runtime"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/quatre/quatre/internal/minimax/book"
	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/rules"
)

// An Engine keeps the tables of keptBoards boards. For each, the table of the exact solver has solverEighths eighths of the
// bytes of all tables, and that of the heuristic engine heuristicEighths.
const keptBoards, solverEighths, heuristicEighths = 2, 3, 1

// connect4Boards keeps what searches of Connect Four share, for the boards that were searched last. It is safe for
// concurrent use. Callers may go on using a board after it was dropped.
type connect4Boards struct {
	create func(solver.Board) *connect4Board

	mu   sync.Mutex
	kept *simplelru.LRU[solver.Board, *connect4Board] // guarded by mu
}

// connect4Board is what searches of one board share. It is made when a search first needs it.
type connect4Board struct {
	exact  func() *solverBoard
	engine func() *heuristic.Engine
}

// solverBoard has the table and the book of a board.
type solverBoard struct {
	board solver.Board
	table *solver.Table
	book  *book.Book // nil if there is none
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
	kept, _ := simplelru.NewLRU[solver.Board, *connect4Board](keptBoards, nil) // fails only for a size of 0
	return &connect4Boards{kept: kept, create: func(b solver.Board) *connect4Board {
		return &connect4Board{
			exact: sync.OnceValue(func() *solverBoard {
				return &solverBoard{b, solver.NewTable(b, tableBytes*solverEighths/8), bookOf(b)}
			}),
			engine: sync.OnceValue(func() *heuristic.Engine {
				return heuristic.New(b.Columns, b.Rows, b.Align, tableBytes*heuristicEighths/8)
			}),
		}
	}}
}

// of returns what searches of a board share.
//
// Before it replaces a board, it runs the garbage collector. Otherwise the collector would wait until the dropped tables are
// as large as those in use, and a caller that asks for one board after another would multiply the memory of the process.
func (b *connect4Boards) of(board solver.Board) *connect4Board {
	b.mu.Lock()
	defer b.mu.Unlock()
	if kept, ok := b.kept.Get(board); ok {
		return kept
	}
	if b.kept.Len() == keptBoards {
		b.kept.RemoveOldest()
		runtime.GC()
	}
	created := b.create(board)
	b.kept.Add(board, created)
	return created
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
	r := b.of(boardOf(pos)).engine().Search(pos, options)
	if limitErr == errBudget {
		limitErr = nil
	}
	return r, limitErr
}

// analysisOf converts a result of the heuristic engine to an Analysis.
func analysisOf(r heuristic.Result) Analysis {
	a := Analysis{Depth: r.Depth, Nodes: r.Nodes}
	for _, m := range r.Moves {
		v := Value{Low: m.Low, High: m.High}
		if !v.Exact() {
			v.Estimate = min(max(m.Score.Estimate(), -maxEstimate), maxEstimate)
		}
		a.Moves = append(a.Moves, MoveValue{m.Move, v})
	}
	a.updateValue()
	return a
}
