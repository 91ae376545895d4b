package main

import (
	"slices"

	"github.com/quatre/quatre/internal/room"
)

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
	name    string // drawn in the cell; empty if the board has row or column names
}

// hasCellNames reports whether names are drawn inside the cells.
func (b board) hasCellNames() bool {
	return slices.ContainsFunc(b.cells, func(c cell) bool { return c.name != "" })
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
