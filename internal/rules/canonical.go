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
	for _, candidate := range p.symmetries() {
		if text := string(candidate.mapSetup(setup)); key == "" || text < key {
			key, s = text, candidate
		}
	}
	return key, s
}

// Symmetry is a rotation or reflection of the board, or the identity.
type Symmetry struct {
	forward, inverse func(Move) Move
	mapSetup         func(setup string) []byte // maps a result of formatSetup
}

// To maps a move of the original position to the canonical one.
func (s Symmetry) To(m Move) Move { return s.forward(m) }

// From is the inverse of To.
func (s Symmetry) From(m Move) Move { return s.inverse(m) }

// symmetries returns all symmetries, the identity first.
func (p *Connect4Position) symmetries() []Symmetry {
	g := p.game
	same := func(m Move) Move { return m }
	mirror := func(m Move) Move { return Move(g.columns) - 1 - m }
	mirrorSetup := func(setup string) (mirrored []byte) {
		for c := g.columns - 1; c >= 0; c-- {
			mirrored = append(mirrored, setup[c*g.rows:(c+1)*g.rows]...)
		}
		return mirrored
	}
	return []Symmetry{
		{same, same, func(setup string) []byte { return []byte(setup) }},
		{mirror, mirror, mirrorSetup},
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
func symmetries3(mapMove func(*cellMap, Move) Move, mapSetup func(*cellMap, string) []byte) (all []Symmetry) {
	for i := range cellMaps {
		forward, inverse := &cellMaps[i][0], &cellMaps[i][1]
		all = append(all, Symmetry{
			forward:  func(m Move) Move { return mapMove(forward, m) },
			inverse:  func(m Move) Move { return mapMove(inverse, m) },
			mapSetup: func(setup string) []byte { return mapSetup(forward, setup) },
		})
	}
	return all
}

func (p *TicTacToePosition) symmetries() []Symmetry {
	return symmetries3((*cellMap).mapTicTacToeMove, (*cellMap).mapCells)
}

func (p *Force3Position) symmetries() []Symmetry {
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
