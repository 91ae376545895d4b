package main

import (
	"slices"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
)

const (
	gridSide  = 3
	gridCells = gridSide * gridSide
)

// ticTacToe is tic-tac-toe on three by three cells.
type ticTacToe struct{}

func (ticTacToe) title(l texts.Lang) string { return l.Say(texts.TicTacToe) }

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

func (ticTacToe) prompt(l texts.Lang) string { return l.Say(texts.TicTacToePrompt) }

// toNotation also accepts the number of a cell, from 0 at the top left to 8 at the bottom
// right: many programs number the cells of an array so.
func (ticTacToe) toNotation(typed string) string {
	if len(typed) == 1 && '0' <= typed[0] && typed[0] < '0'+gridCells {
		cell := int(typed[0] - '0')
		return string([]byte{'a' + byte(cell%gridSide), '0' + byte(gridSide-cell/gridSide)})
	}
	return strings.ToLower(typed)
}

func (ticTacToe) help(l texts.Lang) []string {
	return []string{l.Say(texts.TicTacToeCells), l.Say(texts.TicTacToeDigits), l.Say(texts.TicTacToeWin)}
}

// drawText implements drawExplainer: nothing but a full board is a draw.
func (ticTacToe) drawText(seat, []string) texts.Text { return texts.DrawFull }
