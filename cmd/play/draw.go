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
	narrow := s.narrow && d.cells[0].name == ""
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

// board is a position to draw: a grid of cells with optional row and column names. It
// knows no rules.
type board struct {
	columns, rows int
	cells         []cell   // index row*columns+column, from the bottom left
	columnNames   []string // from the left; nil: not shown
	rowNames      []string // from the top; nil: not shown
}

// cell is one field of a board.
type cell struct {
	disc    room.Seat
	winning bool
	hole    bool
	name    string // drawn in the cell; empty in all cells if the board has row or column names
}

// texts returns the cells as text, in rows from the top.
func (b board) texts(text func(cell) string) [][]string {
	rows := make([][]string, b.rows)
	for i, c := range b.cells {
		row := &rows[b.rows-1-i/b.columns]
		*row = append(*row, text(c))
	}
	return rows
}

// markWinning marks the cells of the winning lines. It ignores indexes off the board.
func (b board) markWinning(winning []int) board {
	for _, i := range winning {
		if i >= 0 && i < len(b.cells) {
			b.cells[i].winning = true
		}
	}
	return b
}
