package minimax

import "github.com/quatre/quatre/internal/rules"

// maxTable is the maximum number of values in a table. A full table takes no others. No look of a hub fills it.
const maxTable = 1 << 20

// table keeps the values that an iteration has found, for the case that other moves lead to the same position (Richard
// Greenblatt and others, "The Greenblatt Chess Program", 1967). For each position it has two bounds (AlphaBetaWithMemory in
// Aske Plaat and others, "Best-First Fixed-Depth Minimax Algorithms", 1996). Bounds that do not decide a node do not narrow
// its window, so that each window of the tree follows from the moves above it.
//
// A table belongs to the position for which newTable made it, and follows its changes. Positions that an iteration
// searches to the same depth are equally far from the root. So they have the same side to move.
//
// In Force 3 the value of a position may depend on the way to it, because its third occurrence is a draw. The key does not
// contain the way. Still each value is right, because of two rules:
//
//   - The search keeps no value below which it met a position that had occurred before.
//   - The search forgets all values when it enters a position with span plies left, and keeps none above it. So all
//     values in the table belong to positions that share their way up to there.
//
// By the first rule, no kept value depends on a position of the shared way, even if it depends on other kept values. By
// the second rule, no other position can occur three times before the search ends. So no kept value depends on a
// draw by repetition.
type table struct {
	keyOf    func() (board rules.Bitboard, ok bool) // ok is false if the table must not have the position
	repeated func() bool                            // whether the position has occurred before
	span     int

	values  map[tableKey]bounds
	repeats int // how many nodes so far had a position that had occurred before
}

// tableKey is a position that was searched to a depth.
type tableKey struct {
	board rules.Bitboard
	depth int
}

// bounds are what is known about a value, for the side to move.
type bounds struct{ low, high Score }

// The least number of plies from the first to the third occurrence of a position of Force 3. A position occurs again after
// four plies or more: two turns cannot lead back, because the second must not reverse a slide. In force3:report, two turns
// of two slides each can lead back, around a square of tiles without discs. So there, the table has no position after a turn
// of two slides. A kept value can hide a third occurrence only if the way also has four plies between two of the three.
const (
	force3Span       = 8
	force3ReportSpan = 6
)

// newTable returns an empty table for a search from pos, or nil for a game that is not one of those below.
func newTable(pos rules.Position) *table {
	t := &table{values: map[tableKey]bounds{}, repeated: func() bool { return false }, span: maxDepth + 1}
	switch p := pos.(type) {
	case *rules.Connect4Position:
		t.keyOf = func() (rules.Bitboard, bool) { return connect4Key(p), true }
	case *rules.TicTacToePosition:
		t.keyOf = func() (rules.Bitboard, bool) {
			return rules.Bitboard{uint64(p.Marks(rules.First)), uint64(p.Marks(rules.Second))}, true
		}
	case *rules.Force3Position:
		t.keyOf = func() (rules.Bitboard, bool) {
			key := exactKey(p)
			return rules.Bitboard{uint64(key.first), uint64(key.second), uint64(key.hole), uint64(key.ban + 1)}, key.via < 0
		}
		t.repeated = func() bool { return p.Repetitions() > 1 }
		if t.span = force3Span; p.Report() {
			t.span = force3ReportSpan
		}
	default:
		return nil
	}
	return t
}

// connect4Key returns the discs of First and, in each column, the cell above its discs.
func connect4Key(p *rules.Connect4Position) rules.Bitboard {
	key := *p.Discs(rules.First)
	columns, rows, _ := p.Size()
	for c := range columns {
		n := c*(rows+1) + p.Height(c)
		key[n/64] |= 1 << (n % 64)
	}
	return key
}

// enter sees each position that the search enters.
func (t *table) enter() {
	if t != nil && t.repeated() {
		t.repeats++
	}
}

// forget empties the table.
func (t *table) forget() {
	if t != nil {
		clear(t.values)
	}
}

// searchWithTable is searchMoves, unless the table decides the value.
func (s *search) searchWithTable(depth, ply int, alpha, beta Score) Score {
	t := s.table
	board, ok := t.keyOf()
	if depth >= t.span {
		t.forget()
		ok = false
	}
	if !ok {
		return s.searchMoves(depth, ply, alpha, beta)
	}
	key := tableKey{board, depth}
	known, ok := t.values[key]
	switch {
	case !ok:
		known = bounds{-infinity, infinity}
	case known.low == known.high || known.low >= beta:
		s.recorder.take(depth, known.low == known.high)
		return known.low
	case known.high <= alpha:
		s.recorder.take(depth, false)
		return known.high
	}
	before := t.repeats
	value := s.searchMoves(depth, ply, alpha, beta)
	if s.stop != nil || t.repeats != before || !ok && len(t.values) == maxTable {
		return value
	}
	if value > alpha {
		known.low = value
	}
	if value < beta {
		known.high = value
	}
	t.values[key] = known
	return value
}
