package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// drawing draws the board from p's exported methods, in the form of the model's String.
func drawing(p rules.Position) string {
	switch p := p.(type) {
	case *rules.Connect4Position:
		return drawConnect4(p)
	case *rules.TicTacToePosition:
		return drawRows(3, 3, func(column, row int) rules.Side { return sideOn(p.Marks, 3*row+column) })
	default:
		return drawForce3(p.(*rules.Force3Position))
	}
}

// sideOn returns the owner of a cell.
func sideOn(set func(rules.Side) uint16, cell int) rules.Side {
	for _, side := range []rules.Side{rules.First, rules.Second} {
		if set(side)>>cell&1 != 0 {
			return side
		}
	}
	return rules.NoSide
}

func drawRows(columns, rows int, at func(column, row int) rules.Side) string {
	var text strings.Builder
	for row := rows - 1; row >= 0; row-- {
		for column := range columns {
			text.WriteByte(".xo"[at(column, row)])
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// drawConnect4 also checks the number of discs, and that the bits above the columns are
// clear. It appends a message if anything is inconsistent.
func drawConnect4(p *rules.Connect4Position) string {
	columns, rows, _ := p.Size()
	problem := ""
	for column := range columns {
		bits := 0
		for row := range rows + 1 {
			for _, side := range []rules.Side{rules.First, rules.Second} {
				if p.Discs(side).Has(column*(rows+1) + row) {
					bits++
				}
			}
		}
		if bits != p.Height(column) {
			problem = fmt.Sprintf("%d bits in column %d, whose height is %d", bits, column, p.Height(column))
		}
	}
	if n := p.Discs(rules.First).Count() + p.Discs(rules.Second).Count(); n != p.Ply() {
		problem = fmt.Sprintf("%d discs after %d turns", n, p.Ply())
	}
	if words := p.Discs(rules.First)[1] | p.Discs(rules.Second)[1]; columns*(rows+1) <= 64 && words != 0 {
		problem = "discs in the second word"
	}
	return drawRows(columns, rows, func(column, row int) rules.Side {
		for _, side := range []rules.Side{rules.First, rules.Second} {
			if p.Discs(side).Has(column*(rows+1) + row) {
				return side
			}
		}
		return rules.NoSide
	}) + problem
}

func drawForce3(p *rules.Force3Position) string {
	tiles := make([]byte, 9)
	for cell := range tiles {
		tiles[cell] = "srb"[sideOn(p.Discs, cell)]
		if free := p.Free()>>cell&1 != 0; cell == p.Hole() {
			tiles[cell] = '.'
		} else if free != (tiles[cell] == 's') {
			tiles[cell] = '?'
		}
	}
	ban := "-"
	if via, cell, banned := p.Ban(); via >= 0 {
		ban = fmt.Sprintf("%d+%d", via+1, cell+1)
	} else if banned {
		ban = fmt.Sprint(cell + 1)
	}
	return fmt.Sprintf("%s %c %d %d %s", tiles, " rb"[p.Turn()], p.Hand(rules.First), p.Hand(rules.Second), ban)
}

// TestDrawingDependsOnMoves checks that drawing returns different texts for different positions.
// Otherwise comparing it with the model would prove nothing.
func TestDrawingDependsOnMoves(t *testing.T) {
	for _, test := range []struct{ variant, moves, want string }{
		{"connect4:4x4:4", "112", "....\n....\no...\nxx..\n"},
		{"tictactoe", "b2 a1", "...\n.x.\no..\n"},
		{"force3", "P1 S6", "rssss.sss r 2 3 5"},
		{"force3", "P1 S6 P9", "rssss.ssr b 1 3 -"},
		{"force3:report", "P1 S6+3", "rs.ssssss r 2 3 6+5"},
	} {
		if got := drawing(play(t, test.variant, test.moves)); got != test.want {
			t.Errorf("%s %s:\n%s\nwant\n%s", test.variant, test.moves, got, test.want)
		}
	}
}
