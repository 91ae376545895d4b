package rulestest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/rules"
)

// grid is a board of Connect Four or of tic-tac-toe. String draws it row by row from the top: x is the
// first side, o the second.
type grid struct {
	names                []string // of the columns from the left, or of the cells as in discs
	columns, rows, align int
	discs                []rules.Side // by row*columns+column, from the bottom left
	turn                 rules.Side
}

func newGrid(variant string) *grid {
	b := &grid{columns: 3, rows: 3, align: 3, turn: rules.First}
	if variant == "tictactoe" {
		b.names = []string{"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}
	} else {
		_, _ = fmt.Sscanf(variant, "connect4:%dx%d:%d", &b.columns, &b.rows, &b.align) // a variant has this form
		b.names = strings.Split("123456789abcdef"[:b.columns], "")
	}
	b.discs = make([]rules.Side, b.columns*b.rows)
	return b
}

func (b *grid) side() rules.Side { return b.turn }

// target returns the cell that the move with a number fills: its cell, or the lowest free cell of its
// column. It returns -1 if there is none.
func (b *grid) target(number int) int {
	step := b.columns
	if len(b.names) == len(b.discs) {
		step = len(b.discs)
	}
	for cell := number; cell < len(b.discs); cell += step {
		if b.discs[cell] == rules.NoSide {
			return cell
		}
	}
	return -1
}

func (b *grid) legal() []string {
	var moves []string
	for n, name := range b.names {
		if b.target(n) >= 0 {
			moves = append(moves, name)
		}
	}
	return moves
}

func (b *grid) after(move string) board {
	next := *b
	next.discs = slices.Clone(b.discs)
	next.discs[b.target(slices.Index(b.names, move))] = b.turn
	next.turn = b.turn.Other()
	return &next
}

func (b *grid) cells() (cells []rules.Side, columns, align int) {
	return b.discs, b.columns, b.align
}

func (b *grid) String() string {
	var text strings.Builder
	for row := b.rows - 1; row >= 0; row-- {
		for _, side := range b.discs[row*b.columns : (row+1)*b.columns] {
			text.WriteByte(".xo"[side])
		}
		text.WriteByte('\n')
	}
	return text.String()
}
