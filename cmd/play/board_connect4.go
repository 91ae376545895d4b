package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// connect4Columns holds the one-letter column names of the notation, from the left.
const connect4Columns = "123456789abcdef"

// connect4 is Connect Four on columns x rows cells. A player wins with align discs in a row.
type connect4 struct{ columns, rows, align int }

// parseConnect4 parses the part of a variant after "connect4:", such as 7x6:4.
func parseConnect4(text string) (connect4, bool) {
	var g connect4
	if _, err := fmt.Sscanf(text, "%dx%d:%d", &g.columns, &g.rows, &g.align); err != nil {
		return g, false
	}
	const maxRows = 64 // keeps a hostile hub from making us allocate a huge board
	return g, 0 < g.columns && g.columns <= len(connect4Columns) && 0 < g.rows && g.rows <= maxRows
}

func (g connect4) title() string {
	return fmt.Sprintf("Connect Four, %dx%d, %d in a row", g.columns, g.rows, g.align)
}

func (g connect4) board(first seat, moves []string) board {
	b := board{columns: g.columns, rows: g.rows, cells: make([]cell, g.columns*g.rows)}
	b.columnNames = strings.Split(connect4Columns[:g.columns], "")
	mover := first
	for _, move := range moves {
		column := slices.Index(b.columnNames, move)
		for row := 0; column >= 0 && row < g.rows; row++ {
			if c := &b.cells[row*g.columns+column]; c.disc == 0 {
				c.disc = mover
				break
			}
		}
		mover = mover.other()
	}
	return b
}

func (g connect4) lastColumn() string { return connect4Columns[g.columns-1 : g.columns] }

func (g connect4) prompt() string { return "Column 1-" + g.lastColumn() }

// toNotation accepts both 10 and a for the tenth column, and so on.
func (g connect4) toNotation(typed string) string {
	if n, err := strconv.Atoi(typed); err == nil && n > 9 && n <= g.columns {
		return connect4Columns[n-1 : n]
	}
	return strings.ToLower(typed)
}

func (g connect4) help() []string {
	return []string{
		fmt.Sprintf("Your disc falls to the lowest free cell of the column that you type: 1 to %s from the left.", g.lastColumn()),
		fmt.Sprintf("%d discs of one player in a row, column or diagonal win.", g.align),
	}
}
