package rules

// Canonical returns a text that is the same for all positions of a game that
// differ by a symmetry of the board alone: of their FormatSetup the first in
// alphabetical order, so Setup with the same Game makes a position of it.
// Connect Four has two symmetries, tic-tac-toe and Force 3 have eight. The
// Symmetry leads from the moves of pos to those of that position and back.
//
// The text does not name the variant, and it leaves out the past. So two
// positions of Force 3 that share it may still differ in worth, if one is near
// its third repetition or near the limit of plies; in the other games they
// never do.
func Canonical(pos Position) (key string, s Symmetry) {
	p := pos.(interface {
		formatSetup() string
		symmetries() []Symmetry
	})
	setup := p.formatSetup()
	key = setup
	for _, candidate := range p.symmetries() {
		if text := candidate.turn(setup); text < key {
			key, s = text, candidate
		}
	}
	return key, s
}

// Symmetry turns or mirrors the board of a position. The zero value leaves all
// as it is.
type Symmetry struct {
	there, back mapping
	turn        func(setup string) string // as formatSetup writes it
}

// mapping says what becomes of a move.
type mapping func(m Move) Move

// To returns what m, a move of the original position, is in the canonical one.
func (s Symmetry) To(m Move) Move { return s.there.apply(m) }

// From is the reverse of To.
func (s Symmetry) From(m Move) Move { return s.back.apply(m) }

func (f mapping) apply(m Move) Move {
	if f == nil {
		return m
	}
	return f(m)
}

// symmetries returns all but the identity.
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

// cellMap says where each of three by three cells goes, counted row by row from
// the top.
type cellMap [cells3]uint8

// symmetries3 are the seven symmetries of three by three cells that are not the
// identity, each with its reverse.
var symmetries3 = func() (all [][2]cellMap) {
	for n := 1; n < 8; n++ {
		var there, back cellMap
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
			there[cell] = uint8(row*side3 + column)
			back[there[cell]] = uint8(cell)
		}
		all = append(all, [2]cellMap{there, back})
	}
	return all
}()

// turn moves the cells of a text that begins with them.
func (c *cellMap) turn(setup string) []byte {
	turned := []byte(setup)
	for cell, to := range c {
		turned[to] = setup[cell]
	}
	return turned
}

func (p *TicTacToePosition) symmetries() (all []Symmetry) {
	for i := range symmetries3 {
		there, back := &symmetries3[i][0], &symmetries3[i][1]
		all = append(all, Symmetry{
			there.ticTacToe, back.ticTacToe,
			func(setup string) string { return string(there.turn(setup)) },
		})
	}
	return all
}

func (c *cellMap) ticTacToe(m Move) Move { return Move(fromTop(int(c[fromTop(int(m))]))) }

func (p *Force3Position) symmetries() (all []Symmetry) {
	for i := range symmetries3 {
		there, back := &symmetries3[i][0], &symmetries3[i][1]
		all = append(all, Symmetry{there.force3, back.force3, there.turnForce3})
	}
	return all
}

func (c *cellMap) turnForce3(setup string) string {
	turned := c.turn(setup)
	if ban := &turned[force3BanAt]; *ban != '-' {
		*ban = force3Names[c[*ban-'1']]
	}
	return string(turned)
}

func (c *cellMap) force3(m Move) Move {
	switch {
	case m >= force3Move:
		from, to := (m-force3Move)/cells3, (m-force3Move)%cells3
		return force3Move + Move(c[from])*cells3 + Move(c[to])
	case m >= force3Slide:
		return force3Slide + Move(c[m-force3Slide])
	default:
		return force3Place + Move(c[m-force3Place])
	}
}
