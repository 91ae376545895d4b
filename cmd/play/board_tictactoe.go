package main

import (
	"slices"
	"strings"
)

const (
	gridSide  = 3
	gridCells = gridSide * gridSide
)

// ticTacToe is tic-tac-toe on three by three cells.
type ticTacToe struct{}

func (ticTacToe) title() string { return "Tic-tac-toe" }

func (ticTacToe) board(first seat, moves []string) board {
	b := board{
		columns: gridSide, rows: gridSide, cells: make([]cell, gridCells),
		columnNames: []string{"a", "b", "c"}, rowNames: []string{"1", "2", "3"},
	}
	mover := first
	for _, move := range moves {
		if len(move) == 2 {
			column, row := slices.Index(b.columnNames, move[:1]), slices.Index(b.rowNames, move[1:])
			if column >= 0 && row >= 0 {
				b.cells[row*gridSide+column].disc = mover
			}
		}
		mover = mover.other()
	}
	return b
}

func (ticTacToe) prompt() string { return "Cell a1-c3" }

func (ticTacToe) toNotation(typed string) string { return strings.ToLower(typed) }

func (ticTacToe) help() []string {
	return []string{
		"Name a free cell by its column and row: a1 is at the bottom left, c3 at the top right.",
		"Three marks of one player in a row, column or diagonal win.",
	}
}
