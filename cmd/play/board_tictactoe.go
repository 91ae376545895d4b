package main

import (
	"slices"
	"strings"
)

const (
	threeByThree = 3
	cellsOfThree = threeByThree * threeByThree
)

// ticTacToe is the game of three by three.
type ticTacToe struct{}

func (ticTacToe) title() string { return "Tic-tac-toe" }

func (ticTacToe) board(first seat, moves []string) board {
	b := board{
		columns: threeByThree, rows: threeByThree, cells: make([]cell, cellsOfThree),
		above: []string{"a", "b", "c"}, beside: []string{"1", "2", "3"},
	}
	mover := first
	for _, move := range moves {
		if len(move) == 2 {
			column, row := slices.Index(b.above, move[:1]), slices.Index(b.beside, move[1:])
			if column >= 0 && row >= 0 {
				b.cells[row*threeByThree+column].disc = mover
			}
		}
		mover = mover.other()
	}
	return b
}

func (ticTacToe) ask() string { return "Cell a1-c3" }

func (ticTacToe) move(typed string) string { return strings.ToLower(typed) }

func (ticTacToe) help() []string {
	return []string{
		"Name a free cell by its column and row: a1 is at the bottom left, c3 at the top right.",
		"Three marks of one player in a row, column or diagonal win.",
	}
}
