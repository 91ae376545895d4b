package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
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
	const maxRows = 64 // so that a hostile hub cannot make this program allocate a huge board
	return g, 0 < g.columns && g.columns <= len(connect4Columns) && 0 < g.rows && g.rows <= maxRows
}

func (g connect4) title(l texts.Lang) string {
	return l.Say(texts.Connect4, g.columns, g.rows, g.align)
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

func (g connect4) prompt(l texts.Lang) string { return l.Say(texts.Connect4Prompt, g.lastColumn()) }

// toNotation accepts both 10 and a for the tenth column, and so on.
func (g connect4) toNotation(typed string) string {
	if n, err := strconv.Atoi(typed); err == nil && n > 9 && n <= g.columns {
		return connect4Columns[n-1 : n]
	}
	return strings.ToLower(typed)
}

func (g connect4) help(l texts.Lang) []string {
	lines := []string{l.Say(texts.Connect4Drop, g.lastColumn())}
	if g.columns > 9 {
		lines = append(lines, l.Say(texts.Connect4Letters))
	}
	return append(lines, l.Say(texts.Connect4Win, g.align))
}

// drawText implements drawExplainer: nothing but a full board is a draw.
func (connect4) drawText(seat, []string) texts.Text { return texts.DrawFull }
