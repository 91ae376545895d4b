package rules

// Canonical returns a key that all positions of a game share if they differ only by a
// symmetry of the board. The key is the alphabetically first FormatSetup of these
// positions, so Setup with the same Game makes a position from it. Connect Four has two
// symmetries, tic-tac-toe and Force 3 have eight. back maps the moves of the canonical position
// to those of pos.
//
// The key contains neither the variant nor the history. So two positions of Force 3 with
// the same key may differ in value if one is near its third repetition or near the limit
// of plies. In the other games, positions of one variant with the same key have the same value.
func Canonical(pos Position) (key string, back func(Move) Move) {
	p := pos.(interface {
		formatSetup() string
		symmetries() []symmetry
	})
	setup := p.formatSetup()
	for _, s := range p.symmetries() {
		if text := string(s.mapSetup(setup)); key == "" || text < key {
			key, back = text, s.back
		}
	}
	return key, back
}

// symmetry is a rotation or reflection of the board, or the identity.
type symmetry struct {
	mapSetup func(setup string) []byte // maps a result of formatSetup
	back     func(Move) Move           // maps a move in the position that mapSetup returns
}

// symmetries returns all symmetries, the identity first.
func (p *Connect4Position) symmetries() []symmetry {
	g := p.game
	mirrorSetup := func(setup string) (mirrored []byte) {
		for c := g.columns - 1; c >= 0; c-- {
			mirrored = append(mirrored, setup[c*g.rows:(c+1)*g.rows]...)
		}
		return mirrored
	}
	return []symmetry{
		{func(setup string) []byte { return []byte(setup) }, func(m Move) Move { return m }},
		{mirrorSetup, func(m Move) Move { return Move(g.columns) - 1 - m }},
	}
}

// cellMap maps each of three by three cells to its image. Cells are counted row by row
// from the top.
type cellMap [cells3]uint8

// cellMaps has the eight symmetries of three by three cells, the identity first, each with its
// inverse.
var cellMaps = func() (all [8][2]cellMap) {
	for n := range all {
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
		all[n] = [2]cellMap{forward, inverse}
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

// symmetries3 returns the symmetries of a game on three by three cells.
func symmetries3(mapMove func(*cellMap, Move) Move, mapSetup func(*cellMap, string) []byte) (all []symmetry) {
	for i := range cellMaps {
		forward, inverse := &cellMaps[i][0], &cellMaps[i][1]
		all = append(all, symmetry{
			func(setup string) []byte { return mapSetup(forward, setup) },
			func(m Move) Move { return mapMove(inverse, m) },
		})
	}
	return all
}

func (p *TicTacToePosition) symmetries() []symmetry {
	return symmetries3((*cellMap).mapTicTacToeMove, (*cellMap).mapCells)
}

func (p *Force3Position) symmetries() []symmetry {
	return symmetries3((*cellMap).mapForce3Move, (*cellMap).mapForce3Setup)
}

func (c *cellMap) mapTicTacToeMove(m Move) Move { return Move(fromTop(int(c[fromTop(int(m))]))) }

func (c *cellMap) mapForce3Setup(setup string) []byte {
	mapped := c.mapCells(setup)
	for i, char := range mapped[force3BanOffset:] {
		if char != '-' && char != '+' {
			mapped[force3BanOffset+i] = force3CellNames[c[char-'1']]
		}
	}
	return mapped
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
