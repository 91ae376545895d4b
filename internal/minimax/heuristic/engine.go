package heuristic

import "github.com/quatre/quatre/internal/rules"

// Engine analyses positions of one board. It is safe for concurrent use. Its searches share
// nothing but the transposition table.
type Engine struct {
	g     *geometry
	table *table
}

// New returns an engine for a board, with sizes that package rules allows. Its table has tableBytes.
func New(columns, rows, align, tableBytes int) *Engine {
	return &Engine{newGeometry(columns, rows, align), newTable(tableBytes)}
}

// Limits says when a search ends. A search also ends when a deeper one could change nothing.
type Limits struct {
	Depth int // plies; 0 for no limit
	// Stop ends the search by returning true. It is called every 256 nodes, on the calling
	// goroutine. It may be nil.
	Stop func() bool
	// All requests a score for every move. Without All, moves that are not best only have
	// upper bounds. With All, a search to the same depth takes longer by a factor of about
	// the number of moves.
	All bool
	// Report receives the result of each finished iteration. It may be nil.
	Report func(Result)
}

// MoveScore is what is known about a move, for the side that plays it.
type MoveScore struct {
	Move rules.Move
	// Score is the result of the deepest search. If Bounded is set, Score is only an upper
	// bound, and the move is worse than the best move.
	Score   Score
	Bounded bool
	// Low and High are certain bounds of the value: -Win and Win if nothing is known.
	Low, High Score
}

// Result is the result of a search.
type Result struct {
	Moves []MoveScore  // every legal move, in the order of Position.Moves
	Best  []rules.Move // the moves with the best score, in the same order
	Score Score        // the best score
	// Low and High are certain bounds of the value of the position.
	Low, High Score
	Depth     int // plies of the deepest finished iteration
	Nodes     int // positions reached
}

// Search analyses a position of the engine's board and does not change the position. It always
// finishes the first iteration, one ply and the forced replies to that ply, so there is always
// an answer. If the game is over, the result is empty.
func (e *Engine) Search(pos *rules.Connect4Position, limits Limits) Result {
	if columns, rows, align := pos.Size(); columns != e.g.columns || rows != e.g.rows || align != e.g.align {
		panic("heuristic: a position of another board")
	}
	if pos.Outcome().Over() {
		return Result{}
	}
	return newRoot(e, pos, limits).deepen()
}
