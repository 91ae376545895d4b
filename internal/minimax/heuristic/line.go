package heuristic

import "github.com/quatre/quatre/internal/rules"

// TableMove returns the best move of pos that the table has from earlier searches. It returns false
// if the table has none. The game must not be over.
func (e *Engine) TableMove(pos *rules.Connect4Position) (rules.Move, bool) {
	s := new(search)
	s.load(e.g, pos, false)
	for w := range s.g.words {
		if wins := s.threats[s.turn&1][w] & s.next[w]; wins != 0 {
			return rules.Move(cellNumber(w, wins) / laneBits), true
		}
	}
	if t := s.findTactics(); t.forced > 0 {
		return rules.Move(t.cell / laneBits), true // searches store no positions with a forced move
	}
	hash, flipped := s.hash, s.mirror < s.hash
	if flipped {
		hash = s.mirror
	}
	known := e.table.probe(hash)
	if known.move == noMove {
		return 0, false
	}
	if flipped {
		known.move = rules.Move(s.g.columns-1) - known.move
	}
	return known.move, int(known.move) < s.g.columns && pos.Height(int(known.move)) < s.g.rows
}
