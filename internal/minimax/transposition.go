package minimax

import "github.com/quatre/quatre/internal/rules"

// transpositions remembers the positions of a search, because several orders of moves lead to
// the same position. The levels do without it: their short searches gain less time than the
// hashing takes. Experiments show how many nodes it saves.
//
// From one root, the same position is always as many plies away. So the score of an entry
// with the same remaining depth can be used as it is.
type transpositions struct {
	entries []transposition
	hash    func() uint64 // of the current position of the search
}

// transposition is an entry. The hash stands for the position: with 64 bits, two positions of
// a search practically never share one.
type transposition struct {
	hash  uint64
	score Score
	depth uint8
	bound tableBound
}

// tableBound says what the score of an entry is.
type tableBound uint8

const (
	tableEmpty tableBound = iota // of an entry that is not used
	tableExact
	tableLower
	tableUpper
)

// transpositionEntries is the number of entries: 32 MiB.
const transpositionEntries = 1 << 21

// newTranspositions returns an empty table for a search of pos, whose game must be
// Inspectable: in other games a position can come back, and then counts differently.
func newTranspositions(pos rules.Position) *transpositions {
	return &transpositions{make([]transposition, transpositionEntries), hashOf(pos)}
}

// hashOf returns a function that returns the hash of the present state of pos.
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

// lookUp returns the score of the position with a hash, if it decides a search with this window.
func (t *transpositions) lookUp(hash uint64, depth int, alpha, beta Score) (score Score, decides bool) {
	e := &t.entries[hash%transpositionEntries]
	if e.hash != hash || int(e.depth) != depth {
		return 0, false
	}
	return e.score, e.bound == tableExact || e.bound == tableLower && e.score >= beta || e.bound == tableUpper && e.score <= alpha
}

// store keeps the score that a search with this window found.
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

// remembered is negamax for a search with a table. A position whose score is known counts as
// one node.
func (s *search) remembered(depth, ply int, alpha, beta Score) Score {
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
