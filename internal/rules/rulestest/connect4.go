package rulestest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/rules"
)

// connect4 is a board of Connect Four. String draws it row by row from the top: x is the
// first side, o the second.
type connect4 struct {
	columns, rows, align int
	discs                []rules.Side // by row*columns+column, from the bottom left
	turn                 rules.Side
}

// columnNames has the moves, which are the names of the columns from the left.
const columnNames = "123456789abcdef"

func newConnect4(variant string) *connect4 {
	b := &connect4{turn: rules.First}
	if n, err := fmt.Sscanf(variant, "connect4:%dx%d:%d", &b.columns, &b.rows, &b.align); n != 3 || err != nil {
		panic(fmt.Sprintf("rulestest: no model of %q", variant))
	}
	b.discs = make([]rules.Side, b.columns*b.rows)
	return b
}

func (b *connect4) side() rules.Side { return b.turn }

// free returns the lowest free row of a column, or rows if the column is full.
func (b *connect4) free(column int) int {
	for row := range b.rows {
		if b.discs[row*b.columns+column] == rules.NoSide {
			return row
		}
	}
	return b.rows
}

func (b *connect4) legal() []string {
	var moves []string
	for column := range b.columns {
		if b.free(column) < b.rows {
			moves = append(moves, columnNames[column:column+1])
		}
	}
	return moves
}

func (b *connect4) after(move string) board {
	column := strings.Index(columnNames, move)
	next := *b
	next.discs = slices.Clone(b.discs)
	next.discs[b.free(column)*b.columns+column] = b.turn
	next.turn = other(b.turn)
	return &next
}

func (b *connect4) cells() (cells []rules.Side, columns, align int) {
	return b.discs, b.columns, b.align
}

func (b *connect4) String() string { return draw(b.discs, b.columns) }

// draw draws discs row by row from the top.
func draw(discs []rules.Side, columns int) string {
	var text strings.Builder
	for row := len(discs)/columns - 1; row >= 0; row-- {
		for column := range columns {
			text.WriteByte(".xo"[discs[row*columns+column]])
		}
		text.WriteByte('\n')
	}
	return text.String()
}
