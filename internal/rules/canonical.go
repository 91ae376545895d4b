package rules

// Canonical returns a key that all positions of a game share if they differ only by a
// symmetry of the board. The key is the alphabetically first FormatSetup of these
// positions, so Setup with the same Game makes a position from it. Connect Four has two
// symmetries, tic-tac-toe and Force 3 have eight. The Symmetry maps the moves of pos to
// those of the canonical position and back.
//
// The key contains neither the variant nor the history. So two positions of Force 3 with
// the same key may differ in value if one is near its third repetition or near the limit
// of plies. In the other games, positions of one variant with the same key have the same value.
func Canonical(pos Position) (key string, s Symmetry) {
	p := pos.(interface {
		formatSetup() string
		symmetries() []Symmetry
	})
	setup := p.formatSetup()
	key = setup
	for _, candidate := range p.symmetries() {
		if text := candidate.mapSetup(setup); text < key {
			key, s = text, candidate
		}
	}
	return key, s
}

// Symmetry is a rotation or reflection of the board. The zero value is the identity.
type Symmetry struct {
	forward, inverse moveMap
	mapSetup         func(setup string) string // maps a result of formatSetup
}

// moveMap maps a move to its image under a symmetry. A nil moveMap is the identity.
type moveMap func(m Move) Move

// To maps a move of the original position to the canonical one.
func (s Symmetry) To(m Move) Move { return s.forward.apply(m) }

// From is the inverse of To.
func (s Symmetry) From(m Move) Move { return s.inverse.apply(m) }

func (f moveMap) apply(m Move) Move {
	if f == nil {
		return m
	}
	return f(m)
}

// symmetries returns all symmetries except the identity.
func (p *Connect4Position) symmetries() []Symmetry {
	g := p.game
	mirror := func(m Move) Move { return Move(g.columns) - 1 - m }
	return []Symmetry{{mirror, mirror, func(setup string) string {
		mirrored := make([]byte, 0, len(setup))
		for c := g.columns - 1; c >= 0; c-- {
			mirrored = append(mirrored, setup[c*g.rows:(c+1)*g.rows]...)
		}
		return string(mirrored)
	}}}
}

// cellMap maps each of three by three cells to its image. Cells are counted row by row
// from the top.
type cellMap [cells3]uint8

// symmetries3 has the seven symmetries of three by three cells except the identity, each
// with its inverse.
var symmetries3 = func() (all [][2]cellMap) {
	for n := 1; n < 8; n++ {
		var forward, inverse cellMap
		for cell := range cells3 {
			row, column := cell/side3, cell%side3
			if n&1 != 0 {
				row = side3 - 1 - row
			}
			if n&2 != 0 {
				column = side3 - 1 - column
			}
			if n&4 != 0 {
				row, column = column, row
			}
			forward[cell] = uint8(row*side3 + column)
			inverse[forward[cell]] = uint8(cell)
		}
		all = append(all, [2]cellMap{forward, inverse})
	}
	return all
}()

// mapCells permutes the nine cells at the beginning of a setup.
func (c *cellMap) mapCells(setup string) []byte {
	mapped := []byte(setup)
	for cell, to := range c {
		mapped[to] = setup[cell]
	}
	return mapped
}

func (p *TicTacToePosition) symmetries() (all []Symmetry) {
	for i := range symmetries3 {
		forward, inverse := &symmetries3[i][0], &symmetries3[i][1]
		all = append(all, Symmetry{
			forward.mapTicTacToeMove, inverse.mapTicTacToeMove,
			func(setup string) string { return string(forward.mapCells(setup)) },
		})
	}
	return all
}

func (c *cellMap) mapTicTacToeMove(m Move) Move { return Move(fromTop(int(c[fromTop(int(m))]))) }

func (p *Force3Position) symmetries() (all []Symmetry) {
	for i := range symmetries3 {
		forward, inverse := &symmetries3[i][0], &symmetries3[i][1]
		all = append(all, Symmetry{forward.mapForce3Move, inverse.mapForce3Move, forward.mapForce3Setup})
	}
	return all
}

func (c *cellMap) mapForce3Setup(setup string) string {
	mapped := c.mapCells(setup)
	for i, char := range mapped[force3BanOffset:] {
		if char != '-' && char != '+' {
			mapped[force3BanOffset+i] = force3CellNames[c[char-'1']]
		}
	}
	return string(mapped)
}

func (c *cellMap) mapForce3Move(m Move) Move {
	base := force3Move
	switch {
	case m < force3Slides:
		return force3Place + Move(c[m-force3Place])
	case m < force3Move:
		base = force3Slides
	}
	from, to := (m-base)/cells3, (m-base)%cells3
	return base + Move(c[from])*cells3 + Move(c[to])
}
