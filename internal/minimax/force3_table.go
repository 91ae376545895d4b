package minimax

import (
	"github.com/quatre/quatre/internal/rules"
)

// force3Table has the worth of every position of Force 3, or of the variant in
// which the discs are placed first, the past left aside.
//
// It knows positions by what they look like to the side to move, with the board
// turned so that the hole is on cell 0, 1 or 4: neither the colours nor the
// quarter turns change what is legal. That leaves three holes, five bans and
// 3^8 ways in which the tiles are free, the mover's or the opponent's. Most of
// these 98,415 numbers stand for no position, for a side has three discs only;
// their worth is 0 and never asked for.
type force3Table []worth

const (
	force3Cells    = 9
	force3Fillings = 6561 // 3^8
	force3Bans     = 5    // none, and the cells from which the hole can have come
	force3Numbers  = 3 * force3Bans * force3Fillings
)

// force3Turned is where cells go under a quarter turn.
var force3Turned = [force3Cells]int{2, 5, 8, 1, 4, 7, 0, 3, 6}

// force3View is how positions with the hole on one cell are numbered.
type force3View struct {
	base  int                      // number of the position without discs and ban
	bans  [force3Cells]int         // what the ban of a cell adds
	discs [1 << force3Cells]uint16 // what the mover's discs add, by set; the opponent's add it twice
	cells [force3Cells - 1]int     // the cell of each digit of a filling
}

// force3Views has the view for each cell of the hole.
var force3Views = func() (views [force3Cells]force3View) {
	holes := map[int]int{0: 0, 1: 1, 4: 2} // where the hole is turned to, and their order
	for hole := range views {
		v := &views[hole]
		// turned[c] is where cell c goes.
		turned := [force3Cells]int{0, 1, 2, 3, 4, 5, 6, 7, 8}
		for {
			if order, ok := holes[turned[hole]]; ok {
				v.base = order * force3Bans * force3Fillings
				break
			}
			for c := range turned {
				turned[c] = force3Turned[turned[c]]
			}
		}
		v.number(hole, turned)
	}
	return views
}()

// number sets what cells add, the hole being on one and the board turned.
func (v *force3View) number(hole int, turned [force3Cells]int) {
	var back [force3Cells]int
	for c, to := range turned {
		back[to] = c
	}
	digit, ban, power := 0, 0, 1
	var powers [force3Cells]int
	for to := range force3Cells { // in the order of the turned board, so that it is the same for all views
		c := back[to]
		if c == hole {
			continue
		}
		v.cells[digit], powers[c] = c, power
		digit, power = digit+1, power*3
		if straight(c, hole) {
			ban++
			v.bans[c] = ban * force3Fillings
		}
	}
	for set := range v.discs {
		for c := range force3Cells {
			if set>>c&1 != 0 {
				v.discs[set] += uint16(powers[c])
			}
		}
	}
}

// straight reports whether a slide can bring the hole from one cell to another:
// one or two steps along a row or a column.
func straight(from, to int) bool { return from != to && (from/3 == to/3 || from%3 == to%3) }

// force3Number returns the number of a position.
func force3Number(pos *rules.Force3Position) int32 {
	view, turn := &force3Views[pos.Hole()], pos.Turn()
	n := view.base + int(view.discs[pos.Discs(turn)]) + 2*int(view.discs[pos.Discs(turn.Other())])
	if ban, banned := pos.Ban(); banned {
		n += view.bans[ban]
	}
	return int32(n)
}

// newForce3Table solves a variant of Force 3. One that is fair has the same
// table as the one that is not, for it only has fewer first turns.
func newForce3Table(g rules.Game) force3Table {
	graph := newGraph(force3Numbers)
	var moves []rules.Move
	for _, hole := range []int{0, 1, 4} {
		for text := range force3Texts(hole) {
			pos, err := rules.Setup(g, text)
			if err != nil || pos.Outcome().Over() {
				continue // no position of this variant, or one that needs no move
			}
			p := pos.(*rules.Force3Position)
			number := force3Number(p)
			moves = p.Moves(moves[:0])
			for _, m := range moves {
				mover := p.Turn()
				p.Play(m)
				if outcome := p.Outcome(); outcome.Over() {
					graph.end(number, endWorth(outcome, mover))
				} else {
					graph.turn(number, force3Number(p))
				}
				p.Undo()
			}
		}
	}
	return graph.solve()
}

// endWorth is what a turn that ends the game is worth to the side that makes it.
func endWorth(outcome rules.Outcome, mover rules.Side) worth {
	switch outcome.Winner() {
	case rules.NoSide:
		return 0
	case mover:
		return 1
	default:
		return -1
	}
}

// force3Texts yields every position with the hole on a cell, as rules.Setup
// takes it, once for both colours. r is to move if it has as many discs as b or
// more, otherwise b is to move and has fewer.
func force3Texts(hole int) func(yield func(text string) bool) {
	return func(yield func(string) bool) {
		view := &force3Views[hole]
		for filling := range force3Fillings {
			board := []byte("sssssssss")
			board[hole] = '.'
			var discs [2]int // the mover's and the opponent's
			for digit, rest := 0, filling; rest > 0; digit, rest = digit+1, rest/3 {
				if owner := rest % 3; owner > 0 {
					board[view.cells[digit]] = "mo"[owner-1]
					discs[owner-1]++
				}
			}
			if max(discs[0], discs[1]) > rules.Force3Discs {
				continue
			}
			if !yieldBans(coloured(board, discs), hole, yield) {
				return
			}
		}
	}
}

// coloured returns the board with the colours of the mover m and the opponent o,
// the side to move, and the discs in hand.
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

// yieldBans yields a position without a ban and with each that there can be.
func yieldBans(text string, hole int, yield func(string) bool) bool {
	if !yield(text + " -") {
		return false
	}
	for cell := range force3Cells {
		if straight(cell, hole) && !yield(text+" "+digitOf(cell+1)) {
			return false
		}
	}
	return true
}
