package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

const (
	noMoves        = "-" // stands for the start position
	force3Fields   = 5   // of a position of Force 3
	ticTacToeWidth = 2   // characters of a move
)

// position returns the question of a line, without fields that are ignored, and its position.
func (c *solveConfig) position(fields []string) (question string, pos rules.Position, err error) {
	width := 1
	switch c.game.Start().(type) {
	case *rules.TicTacToePosition:
		width = ticTacToeWidth
	case *rules.Force3Position:
		if len(fields) < force3Fields {
			return "", nil, fmt.Errorf("got %d fields; a Force 3 position has %d: board, side, discs in hand of r and of b, ban", len(fields), force3Fields)
		}
		question = strings.Join(fields[:force3Fields], " ")
		pos, err = rules.Setup(c.game, question)
		return question, pos, err
	}
	pos, err = replay(c.game, fields[0], width)
	return fields[0], pos, err
}

// replay returns the position after the moves in a field. A move has width characters.
func replay(g rules.Game, field string, width int) (rules.Position, error) {
	p := g.Start()
	if field == noMoves {
		return p, nil
	}
	for at := 0; at < len(field); at += width {
		text := field[at:min(at+width, len(field))]
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", at/width+1, text, err)
		}
		p.Play(m)
	}
	return p, nil
}

// scoreOf formats the value of a position in the winner's discs.
func scoreOf(pos rules.Position, a minimax.Analysis) string { return discBounds(pos, a.Value) }

// scoresOf formats the value of a position, and then those of its moves by column or cell.
func scoresOf(pos rules.Position, a minimax.Analysis) string {
	_, places := size(pos)
	all := slices.Repeat([]string{"."}, places)
	for _, m := range a.Moves {
		all[m.Move] = discBounds(pos, m.Value)
	}
	return discBounds(pos, a.Value) + " " + strings.Join(all, " ")
}

// size returns the number of cells of a board, and how many places a move may have.
func size(pos rules.Position) (cells, places int) {
	if p, ok := pos.(*rules.Connect4Position); ok {
		columns, rows, _ := p.Size()
		return columns * rows, columns
	}
	const ticTacToeCells = 9
	return ticTacToeCells, ticTacToeCells
}

// boundsSeparator stands between the lower and the upper bound of a score.
const boundsSeparator = ".."

// discBounds formats a value as a score, or as LOW..HIGH if the exact score is unknown.
func discBounds(pos rules.Position, v minimax.Value) string {
	cells, _ := size(pos)
	n := pos.Ply()
	high := (cells + 1 - n) / 2 // a win with the next disc
	low := -high
	if v.Low > -minimax.Win {
		low = v.Low.Discs(cells, n)
	}
	if v.High < minimax.Win {
		high = v.High.Discs(cells, n)
	}
	if low == high {
		return strconv.Itoa(low)
	}
	return strconv.Itoa(low) + boundsSeparator + strconv.Itoa(high)
}

// force3Values formats the value of a position of Force 3, with its best moves.
func force3Values(pos rules.Position, a minimax.Analysis) string {
	value, plies := "D", "-"
	if k, decided := a.Value.Low.Mate(); decided {
		value, plies = "W", strconv.Itoa(k)
		if k < 0 {
			value, plies = "L", strconv.Itoa(-k)
		}
	}
	var best []string
	for _, m := range a.Best() {
		best = append(best, pos.FormatMove(m))
	}
	slices.Sort(best)
	return fmt.Sprintf("%s %s %d %s", value, plies, len(a.Moves), strings.Join(best, ","))
}
