package minimax

import "github.com/quatre/quatre/internal/rules"

// transpositions is a table of the positions of a search, because several orders of moves lead to
// the same position. The levels do not use it: in their short searches, hashing takes more time
// than the table saves. Experiments show how many nodes the table saves.
//
// In one search, a position is always the same number of plies away from the root. So the score of
// an entry with the same remaining depth needs no correction.
type transpositions struct {
	entries []transposition
	hash    func() uint64 // of the current position of the search
}

// transposition is an entry. The hash identifies the position: two positions of a search practically
// never have the same 64-bit hash.
type transposition struct {
	hash  uint64
	score Score
	depth uint8
	bound tableBound
}

// tableBound says whether the score of an entry is exact or a bound, and marks unused entries.
type tableBound uint8

const (
	tableEmpty tableBound = iota // the entry is unused
	tableExact
	tableLower
	tableUpper
)

// transpositionEntries is the number of entries of a table. They take 32 MiB.
const transpositionEntries = 1 << 21

// newTranspositions returns an empty table for a search of pos, which must be Inspectable. In other
// games a position can repeat, and its value depends on the repetitions.
func newTranspositions(pos rules.Position) *transpositions {
	return &transpositions{make([]transposition, transpositionEntries), hashOf(pos)}
}

// hashOf returns a function that returns the hash of the current state of pos.
func hashOf(pos rules.Position) func() uint64 {
	if p, ok := pos.(*rules.Connect4Position); ok {
		columns, rows, _ := p.Size()
		words := (columns*(rows+1) + 63) / 64
		return func() (h uint64) {
			first, second := p.Discs(rules.First), p.Discs(rules.Second)
			for w := range words {
				h = mix(mix(h^first[w]) ^ second[w])
			}
			return h
		}
	}
	p := pos.(*rules.TicTacToePosition)
	return func() uint64 { return mix(uint64(p.Marks(rules.First))<<16 | uint64(p.Marks(rules.Second))) }
}

// mix is the finalizer of SplitMix64 (Sebastiano Vigna, 2015), a bijection.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// lookUp returns the score of the position with this hash. decides is false if a search with this
// depth and window is still necessary.
func (t *transpositions) lookUp(hash uint64, depth int, alpha, beta Score) (score Score, decides bool) {
	e := &t.entries[hash%transpositionEntries]
	if e.hash != hash || int(e.depth) != depth {
		return 0, false
	}
	return e.score, e.bound == tableExact || e.bound == tableLower && e.score >= beta || e.bound == tableUpper && e.score <= alpha
}

// store stores the score that a search with this depth and window found.
func (t *transpositions) store(hash uint64, depth int, alpha, beta, score Score) {
	bound := tableExact
	switch {
	case score <= alpha:
		bound = tableUpper
	case score >= beta:
		bound = tableLower
	}
	t.entries[hash%transpositionEntries] = transposition{hash, score, uint8(depth), bound}
}

// negamaxWithTable is negamax for a search with a table. A position whose score is in the table
// counts as one node.
func (s *search) negamaxWithTable(depth, ply int, alpha, beta Score) Score {
	if depth == 0 || s.pos.Outcome().Over() {
		return s.negamax(depth, ply, alpha, beta)
	}
	hash := s.table.hash()
	if score, decides := s.table.lookUp(hash, depth, alpha, beta); decides {
		s.nodes++
		return score
	}
	score := s.negamax(depth, ply, alpha, beta)
	if s.stop == nil {
		s.table.store(hash, depth, alpha, beta, score)
	}
	return score
}
