package heuristic

import (
	"sync"

	"github.com/quatre/quatre/internal/rules"
)

// DefaultTableBytes is the size of the table if New is given none.
const DefaultTableBytes = 32 << 20

// Engine analyses the positions of one board. It is safe for concurrent use:
// searches share its table and nothing else, and profit from what others found.
type Engine struct {
	g        *geometry
	table    *table
	searches sync.Pool // of *search
}

// New returns an engine for a board, whose sizes are those that package rules
// allows. Its table takes tableBytes, or DefaultTableBytes if that is 0.
func New(columns, rows, align, tableBytes int) *Engine {
	if tableBytes == 0 {
		tableBytes = DefaultTableBytes
	}
	return newEngine(columns, rows, align, tableBytes, everything, &weightsOf[align])
}

func newEngine(columns, rows, align, tableBytes int, use technique, k *weights) *Engine {
	return &Engine{
		g: newGeometry(columns, rows, align, use, k), table: newTable(tableBytes),
		searches: sync.Pool{New: func() any { return new(search) }},
	}
}

// Limits is what ends a search. It also ends by itself when a deeper search
// could change nothing.
type Limits struct {
	Depth int         // plies; 0 for as many as there are
	Stop  func() bool // asked every 256 nodes, from the calling goroutine; nil for never
	// All asks for a score of its own for every move. It takes about as many
	// times longer as there are moves, so more time buys less depth. Without it, the
	// moves that are not best only have upper bounds.
	All bool
	// Report is given the result of each finished iteration; nil for nobody.
	Report func(Result)
}

// MoveScore is what is known of a move, for the side that plays it.
type MoveScore struct {
	Move rules.Move
	// Score is that of the deepest search. If Bounded, the move was only shown
	// to be worth less than the best, and this much at most.
	Score   Score
	Bounded bool
	// Low and High are certain: -Win and Win if nothing is.
	Low, High Score
}

// Result is the answer of a search.
type Result struct {
	Moves []MoveScore  // every legal move, in the order of Position.Moves
	Best  []rules.Move // those of the best score, in the same order
	Score Score        // of the best
	// Low and High are certain bounds of the position's worth.
	Low, High Score
	Depth     int // plies of the deepest finished iteration
	Nodes     int // positions reached
}

// Search analyses a position of the engine's board, which stays unchanged. The
// first iteration, one ply and the forced replies to it, is always finished, so
// that there is an answer; on a game that is over the result is empty.
func (e *Engine) Search(pos *rules.Connect4Position, limits Limits) Result {
	if columns, rows, align := pos.Size(); columns != e.g.columns || rows != e.g.rows || align != e.g.align {
		panic("heuristic: a position of another board")
	}
	if pos.Outcome().Over() {
		return Result{}
	}
	s := e.searches.Get().(*search)
	defer func() {
		s.table, s.stop = nil, nil // so that the pool does not outlive the Engine with them
		e.searches.Put(s)
	}()
	r := newRoot(e, s, pos, limits)
	return r.deepen()
}
