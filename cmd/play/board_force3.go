package main

import (
	"fmt"
	"strings"
)

// force3Discs is the number of discs of each player.
const force3Discs = 3

// force3 is Force 3: eight tiles and a hole, three discs for each player.
type force3 struct{ options string }

// force3Position is a position. Cells are numbered 0 to 8, row by row from the top left:
// one less than in the notation.
type force3Position struct {
	discs  [gridCells]seat
	hole   int
	hand   [2]int
	banned int // cell that the hole may not return to in this turn; -1: none
	over   int // cell over which it may not return there; -1: the slide of one tile is banned
}

func (g force3) title() string {
	if g.options == "" {
		return "Force 3"
	}
	return "Force 3, " + strings.ReplaceAll(g.options, ":", ", ")
}

// position replays moves. It skips moves it cannot read: a newer hub may send them.
func (force3) position(first seat, moves []string) force3Position {
	p := force3Position{hole: 4, hand: [2]int{force3Discs, force3Discs}, banned: -1, over: -1}
	mover := first
	for _, move := range moves {
		p = p.play(mover, move)
		mover = mover.other()
	}
	return p
}

// play makes one turn: P5, M3-6, S2, S3+ or, in force3:report, S2+3.
func (p force3Position) play(mover seat, move string) force3Position {
	p.banned, p.over = -1, -1
	var from, to int
	switch {
	case scanMove(move, "P%d", &to):
		p.discs[to-1] = mover
		p.hand[mover-1]--
	case scanMove(move, "M%d-%d", &from, &to):
		p.discs[to-1] = p.discs[from-1]
		p.discs[from-1] = 0
	case scanMove(move, "S%d+%d", &from, &to):
		first, second, oldHole := from-1, to-1, p.hole
		p.discs[oldHole], p.discs[first], p.discs[second] = p.discs[first], p.discs[second], 0
		p.hole, p.banned, p.over = second, oldHole, first
	case scanMove(move, "S%d+", &from), scanMove(move, "S%d", &from):
		oldHole, newHole := p.hole, from-1
		if strings.HasSuffix(move, "+") {
			middle := (newHole + oldHole) / 2
			p.discs[oldHole], p.discs[middle] = p.discs[middle], p.discs[newHole]
		} else {
			p.discs[oldHole] = p.discs[newHole]
		}
		p.discs[newHole], p.hole, p.banned = 0, newHole, oldHole
	}
	return p
}

// scanMove reads a move that matches form exactly. All cells must be on the board.
func scanMove(move, form string, cells ...*int) bool {
	args := make([]any, len(cells))
	for i := range cells {
		args[i] = cells[i]
	}
	if n, err := fmt.Sscanf(move, form, args...); err != nil || n != len(cells) {
		return false
	}
	values := make([]any, len(cells))
	for i, c := range cells {
		if *c < 1 || *c > gridCells {
			return false
		}
		values[i] = *c
	}
	return fmt.Sprintf(form, values...) == move
}

// board names the cells as the notation does. It reverses the rows, because a board
// counts them from the bottom.
func (g force3) board(first seat, moves []string) board {
	p := g.position(first, moves)
	b := board{columns: gridSide, rows: gridSide, cells: make([]cell, gridCells)}
	for i, disc := range p.discs {
		row := gridSide - 1 - i/gridSide
		c := &b.cells[row*gridSide+i%gridSide]
		c.disc, c.hole, c.name = disc, i == p.hole, fmt.Sprint(i+1)
	}
	return b
}

// report reports whether the variant is force3:report.
func (g force3) report() bool { return g.options == "report" }

func (g force3) prompt() string {
	if g.report() {
		return "Turn: P5, M3-6, S2 or S2+3"
	}
	return "Turn: P5, M3-6, S2 or S3+"
}

func (force3) toNotation(typed string) string { return strings.ToUpper(typed) }

func (g force3) help() []string {
	if g.report() {
		return []string{
			"P5 places a disc from your hand on the free tile 5.  M3-6 moves your disc from tile 3 to the free tile 6 beside it.",
			"S2 slides tile 2 into the hole.  S2+3 slides tile 2 and then tile 3, which may turn. A tile with the other player's",
			"disc does not slide. No turn may be the exact reverse of the last one. Three discs in line win.",
		}
	}
	lines := []string{
		"P5 places a disc from your hand on the free tile 5.  M3-6 moves your disc from tile 3 to the free tile 6.",
		"S2 slides tile 2 and its disc into the hole.  S3+ slides two tiles: tile 3 and the tile between it and the hole.",
		"The next turn may not undo a slide. Three discs in line win, whichever player lines them up.",
	}
	if strings.Contains(g.options, "placed") {
		lines = append(lines, "Both players place all discs first. Discs move to neighbouring tiles only. You may not slide",
			"a tile that carries the other player's disc.")
	}
	if strings.Contains(g.options, "fair") {
		lines = append(lines, "The first turn places a disc on a corner.")
	}
	return lines
}

// details implements detailed: discs in hand, and the slide that is banned.
func (g force3) details(first seat, moves []string) (hand [2]int, banned string) {
	p := g.position(first, moves)
	switch {
	case p.over >= 0:
		banned = fmt.Sprintf("The hole may not go back over %d to %d in this turn.", p.over+1, p.banned+1)
	case p.banned >= 0 && g.report():
		banned = fmt.Sprintf("The hole may not go straight back to %d in this turn.", p.banned+1)
	case p.banned >= 0:
		banned = fmt.Sprintf("The hole may not go back to %d in this turn.", p.banned+1)
	}
	return p.hand, banned
}
