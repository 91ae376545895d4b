package main

import (
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"github.com/quatre/quatre/internal/room"
)

// size is a way to draw a board.
type size struct {
	rowBorders bool // lines between the rows
	narrow     bool // cells one character wide
}

// sizes lists all sizes from the largest to the smallest.
var sizes = []size{{rowBorders: true}, {}, {narrow: true}}

// drawing is a board with everything that is needed to draw it.
type drawing struct {
	board
	glyphs
	players [2]room.Player
}

// fitting returns the lines of the board in the largest size that fits. If none fits, it uses the
// smallest.
func (d drawing) fitting(width, height int) (lines []string) {
	for _, s := range sizes {
		lines = d.lines(s)
		if lipgloss.Width(lines[len(lines)-1]) <= width && len(lines) <= height {
			break
		}
	}
	return lines
}

func (d drawing) lines(s size) []string {
	left, gap := "  ", "   " // of the names of columns
	narrow := s.narrow && !d.hasCellNames()
	if narrow {
		left, gap = " ", " "
	}
	grid := table.New().Border(d.border).BorderStyle(faint).BorderRow(s.rowBorders).
		Rows(d.texts(func(c cell) string { return d.cell(c, narrow) })...).String()
	if d.rowNames != nil {
		below := " \n"
		if s.rowBorders {
			below = " \n\n"
		}
		grid = lipgloss.JoinHorizontal(lipgloss.Top, "\n"+strings.Join(d.rowNames, below), grid)
		left = "  " + left
	}
	if d.columnNames != nil {
		grid = left + strings.Join(d.columnNames, gap) + "\n" + grid
	}
	return strings.Split(grid, "\n")
}

// cell draws one cell. Winning discs get brackets, so that they stand out without
// colours too.
func (d drawing) cell(c cell, narrow bool) string {
	disc := seatMarks[c.disc]
	if c.disc != 0 {
		disc = styledDisc(c.disc, d.players[c.disc-1].Colour, c.winning)
	}
	prefix, suffix := " ", " "
	if c.winning {
		prefix, suffix = "(", ")"
	}
	switch {
	case c.hole:
		return faint.Render(strings.Repeat(d.hole, 5))
	case c.name != "":
		return " " + faint.Render(c.name) + prefix + disc + suffix
	case narrow:
		return disc
	}
	return prefix + disc + suffix
}
