package main

import (
	"fmt"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
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
	banned int // cell to which the hole may not return in this turn; -1: none
	over   int // cell over which the hole may not return to banned; -1: it may not return directly
}

func (g force3) title(l texts.Lang) string {
	parts := []string{l.Say(texts.Force3)}
	for option := range strings.SplitSeq(g.options, ":") {
		switch option {
		case "":
		case "placed":
			parts = append(parts, l.Say(texts.Force3Placed))
		case "fair":
			parts = append(parts, l.Say(texts.Force3Fair))
		case "report":
			parts = append(parts, l.Say(texts.Force3Report))
		default: // an option of a newer hub
			parts = append(parts, option)
		}
	}
	return strings.Join(parts, ", ")
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

// isReport reports whether the variant is force3:report.
func (g force3) isReport() bool { return g.options == "report" }

func (g force3) prompt(l texts.Lang) string {
	if g.isReport() {
		return l.Say(texts.Force3ReportPrompt)
	}
	return l.Say(texts.Force3Prompt)
}

func (force3) toNotation(typed string) string { return strings.ToUpper(typed) }

func (g force3) help(l texts.Lang) []string {
	if g.isReport() {
		return []string{
			l.Say(texts.Force3Place), l.Say(texts.Force3Step), l.Say(texts.Force3Slide), l.Say(texts.Force3SlideAgain),
			l.Say(texts.Force3Guard), l.Say(texts.Force3NoReverse), l.Say(texts.Force3Win),
		}
	}
	lines := []string{
		l.Say(texts.Force3Place), l.Say(texts.Force3Move), l.Say(texts.Force3Slide), l.Say(texts.Force3SlideTwo),
		l.Say(texts.Force3NoUndo), l.Say(texts.Force3Win),
	}
	if strings.Contains(g.options, "placed") {
		lines = append(lines, l.Say(texts.Force3PlacedRule))
	}
	if strings.Contains(g.options, "fair") {
		lines = append(lines, l.Say(texts.Force3FairRule))
	}
	return lines
}

// inHand implements detailed.
func (g force3) inHand(first seat, moves []string) [2]int {
	return g.position(first, moves).hand
}

// banned implements detailed.
func (g force3) banned(l texts.Lang, first seat, moves []string) string {
	p := g.position(first, moves)
	switch {
	case p.over >= 0:
		return l.Say(texts.Force3BannedOver, p.over+1, p.banned+1)
	case p.banned >= 0 && g.isReport():
		return l.Say(texts.Force3BannedStraight, p.banned+1)
	case p.banned >= 0:
		return l.Say(texts.Force3Banned, p.banned+1)
	}
	return ""
}

// Limits of the rules, after which a game is a draw.
const (
	force3Repetitions = 3
	force3MaxTurns    = 200
)

// repetitions implements detailed. Positions are the same if they have the same board, ban
// and side to move.
func (g force3) repetitions(first seat, moves []string) int {
	now, times := g.position(first, moves), 1
	for n := len(moves) - 2; n >= 0; n -= 2 {
		if g.position(first, moves[:n]) == now {
			times++
		}
	}
	return times
}

// drawText implements drawExplainer.
func (g force3) drawText(first seat, moves []string) texts.Text {
	switch {
	case len(moves) >= force3MaxTurns:
		return texts.DrawTooLong
	case g.repetitions(first, moves) >= force3Repetitions:
		return texts.DrawRepeated
	}
	return texts.DrawBothLines
}
