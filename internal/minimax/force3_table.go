package minimax

import (
	"github.com/quatre/quatre/internal/rules"
)

// force3Table has the distance of every position of one variant, without history. The
// variants are force3, force3:placed and force3:report.
//
// The number of a position does not depend on colours and rotations, because they do not
// change which turns are legal. It is computed from the discs of the mover and of the opponent,
// with the board rotated so that the hole is on cell 0, 1 or 4. There are three cells for the
// hole, up to 13 bans, and 3^8 fillings of the tiles: each is free, the mover's or the opponent's.
// Most of these 255,879 numbers
// are not positions, because a side has only three discs. Their entries are 0 and never used.
// The variants that do not ban paths of two slides use 98,415 numbers.
type force3Table []distance

const (
	force3Cells    = 9
	force3Fillings = 6561 // 3^8
	force3Holes    = 3    // the cells 0, 1 and 4
	force3CellBans = 5    // no ban, or one of four cells: the hole must not go back where it came from
	force3PathBans = 8    // one of up to eight paths of two slides
)

// force3TableSize returns the number of entries in the table of a variant.
func force3TableSize(g rules.Game) int {
	bans := force3CellBans
	if bansPaths(g) {
		bans += force3PathBans
	}
	return bans * force3Holes * force3Fillings
}

// bansPaths reports whether the variant bans paths of two slides, as force3:report does.
func bansPaths(g rules.Game) bool { return g.Start().(*rules.Force3Position).Report() }

// rotatedCell[c] is where a quarter turn of the board moves cell c.
var rotatedCell = [force3Cells]int{2, 5, 8, 1, 4, 7, 0, 3, 6}

// force3Numbering numbers the positions with the hole on one cell.
type force3Numbering struct {
	base  int                           // the number of the position without discs and ban
	bans  [force3Cells]int              // what the ban of a cell adds to the number
	paths [force3Cells][force3Cells]int // what the ban of two slides adds, by the first cell of the hole and the second
	discs [1 << force3Cells]uint16      // what a set of the mover's discs adds; for a set of the opponent's discs, add it twice
	cells [force3Cells - 1]int          // the cell of each digit of a filling
}

// force3Numberings has the numbering for each cell of the hole.
var force3Numberings = func() (all [force3Cells]force3Numbering) {
	holes := map[int]int{0: 0, 1: 1, 4: 2} // the index of each cell of the rotated hole
	for hole := range all {
		v := &all[hole]
		// rotated[c] is the cell to which the rotation moves cell c.
		rotated := [force3Cells]int{0, 1, 2, 3, 4, 5, 6, 7, 8}
		for {
			if order, ok := holes[rotated[hole]]; ok {
				v.base = order * force3Fillings
				break
			}
			for c := range rotated {
				rotated[c] = rotatedCell[rotated[c]]
			}
		}
		v.number(hole, rotated)
	}
	return all
}()

// number sets what each cell adds to the number, for a hole on this cell. rotated[c] is the
// cell to which the rotation moves cell c.
func (v *force3Numbering) number(hole int, rotated [force3Cells]int) {
	var back [force3Cells]int
	for c, to := range rotated {
		back[to] = c
	}
	digit, ban, power := 0, 0, 1
	var powers [force3Cells]int
	for to := range force3Cells { // in the order of the rotated board, so that all numberings agree
		c := back[to]
		if c == hole {
			continue
		}
		v.cells[digit], powers[c] = c, power
		digit, power = digit+1, power*3
		if slideConnects(c, hole) {
			ban++
			v.bans[c] = ban * force3Holes * force3Fillings
		}
	}
	for path := range twoSlides(rotated[hole]) {
		ban++
		v.paths[back[path[0]]][back[path[1]]] = ban * force3Holes * force3Fillings
	}
	for set := range v.discs {
		for c := range force3Cells {
			if set>>c&1 != 0 {
				v.discs[set] += uint16(powers[c])
			}
		}
	}
}

// slideConnects reports whether a slide can move the hole from one cell to the other. A slide
// moves it one or two steps along a row or a column.
func slideConnects(from, to int) bool { return from != to && (from/3 == to/3 || from%3 == to%3) }

// twoSlides yields the paths on which two slides of force3:report can move the hole from a
// cell. A path has the cell of the hole after the first slide, and the cell after the second.
func twoSlides(hole int) func(yield func(path [2]int) bool) {
	beside := func(from, to int) bool {
		distance := from - to
		return slideConnects(from, to) && (distance*distance == 1 || distance*distance == 9)
	}
	return func(yield func([2]int) bool) {
		for via := range force3Cells {
			for to := range force3Cells {
				if beside(hole, via) && beside(via, to) && to != hole && !yield([2]int{via, to}) {
					return
				}
			}
		}
	}
}

// force3Number returns the number of a position.
func force3Number(pos *rules.Force3Position) int32 {
	numbering, turn := &force3Numberings[pos.Hole()], pos.Turn()
	n := numbering.base + int(numbering.discs[pos.Discs(turn)]) + 2*int(numbering.discs[pos.Discs(turn.Other())])
	if via, ban, banned := pos.Ban(); via >= 0 {
		n += numbering.paths[via][ban]
	} else if banned {
		n += numbering.bans[ban]
	}
	return int32(n)
}

// newForce3Table solves a variant of Force 3. A fair variant has the same table as the variant
// that is not fair, because only its first turns are fewer.
func newForce3Table(g rules.Game) force3Table {
	graph := newGraph(force3TableSize(g))
	var moves []rules.Move
	for _, hole := range []int{0, 1, 4} {
		for text := range allForce3Positions(hole, bansPaths(g)) {
			pos, err := rules.Setup(g, text)
			if err != nil || pos.Outcome().Over() {
				continue // not a position of this variant, or a game that is over
			}
			p := pos.(*rules.Force3Position)
			number := force3Number(p)
			moves = p.Moves(moves[:0])
			for _, m := range moves {
				mover := p.Turn()
				p.Play(m)
				if outcome := p.Outcome(); outcome.Over() {
					graph.addEnd(number, endDistance(outcome, mover))
				} else {
					graph.addTurn(number, force3Number(p))
				}
				p.Undo()
			}
		}
	}
	return graph.solve()
}

// endDistance returns the distance of a turn that ends the game, for the side that makes
// it.
func endDistance(outcome rules.Outcome, mover rules.Side) distance {
	switch outcome.Winner() {
	case rules.NoSide:
		return 0
	case mover:
		return 1
	default:
		return -1
	}
}

// allForce3Positions yields every position with the hole on a cell, in the form of
// rules.Setup. It yields only one of two positions that differ by their colours: r is to
// move if it has at least as many discs as b; otherwise b is to move. withPaths adds the positions
// in which a path of two slides is banned.
func allForce3Positions(hole int, withPaths bool) func(yield func(text string) bool) {
	return func(yield func(string) bool) {
		numbering := &force3Numberings[hole]
		for filling := range force3Fillings {
			board := []byte("sssssssss")
			board[hole] = '.'
			var discs [2]int // the mover's and the opponent's
			for digit, rest := 0, filling; rest > 0; digit, rest = digit+1, rest/3 {
				if owner := rest % 3; owner > 0 {
					board[numbering.cells[digit]] = "mo"[owner-1]
					discs[owner-1]++
				}
			}
			if max(discs[0], discs[1]) > rules.Force3Discs {
				continue
			}
			if !yieldBans(coloured(board, discs), hole, withPaths, yield) {
				return
			}
		}
	}
}

// coloured returns a text for rules.Setup: the board with r and b in place of m, the mover, and
// o, its opponent, then the side to move and the discs in hand.
func coloured(board []byte, discs [2]int) string {
	mover := 0
	if discs[0] < discs[1] {
		mover = 1
	}
	for i, c := range board {
		switch c {
		case 'm':
			board[i] = "rb"[mover]
		case 'o':
			board[i] = "br"[mover]
		}
	}
	first, second := discs[mover], discs[1-mover]
	return string(board) + " " + "rb"[mover:mover+1] + " " + digitOf(rules.Force3Discs-first) + " " + digitOf(rules.Force3Discs-second)
}

func digitOf(n int) string { return "0123456789"[n : n+1] }

// yieldBans yields a position without a ban and with each possible ban.
func yieldBans(text string, hole int, withPaths bool, yield func(string) bool) bool {
	if !yield(text + " -") {
		return false
	}
	for cell := range force3Cells {
		if slideConnects(cell, hole) && !yield(text+" "+digitOf(cell+1)) {
			return false
		}
	}
	if !withPaths {
		return true
	}
	for path := range twoSlides(hole) {
		if !yield(text + " " + digitOf(path[0]+1) + "+" + digitOf(path[1]+1)) {
			return false
		}
	}
	return true
}
