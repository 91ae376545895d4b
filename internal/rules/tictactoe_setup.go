package rules

import "math/bits"

func (g ticTacToe) setup(text string) (Position, *Error) {
	p := &TicTacToePosition{}
	if len(text) != cells3 {
		return nil, errBadPosition("%s is not a position of tic-tac-toe; write its nine cells as x, o or ., row by row from the top.",
			quote(text))
	}
	for i := range cells3 {
		owner, ok := cellOwner(text[i])
		if !ok || text[i] == 'b' {
			return nil, errBadPosition("%s is not a cell of tic-tac-toe; write x, o or .", quote(text[i:i+1]))
		}
		if owner != NoSide {
			p.marks[owner-First] |= 1 << fromTop(i)
		}
	}
	first, second := bits.OnesCount16(p.marks[0]), bits.OnesCount16(p.marks[1])
	if err := checkCounts(first, second); err != nil {
		return nil, err
	}
	p.ply = uint8(first + second)
	for i := range p.ply {
		p.history[i] = setUpMove
	}
	if err := checkWinner(p.aligned(p.Turn()) != 0); err != nil {
		return nil, err
	}
	switch last := p.Turn().Other(); {
	case p.aligned(last) != 0:
		p.outcome = WonBy(last)
	case p.ply == cells3:
		p.outcome = Drawn
	}
	return p, nil
}

func (p *TicTacToePosition) formatSetup() string {
	var text [cells3]byte
	for i := range text {
		owner := NoSide
		for _, s := range [...]Side{First, Second} {
			if p.Marks(s)>>fromTop(i)&1 != 0 {
				owner = s
			}
		}
		text[i] = cellLetter(owner)
	}
	return string(text[:])
}

// fromTop converts the number of a cell, counted row by row from the top, to its number counted
// from the bottom. It is its own inverse.
func fromTop(cell int) int { return (side3-1-cell/side3)*side3 + cell%side3 }
