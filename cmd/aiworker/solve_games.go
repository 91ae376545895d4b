package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

const (
	noMoves      = "-" // stands for the start position
	force3Fields = 5   // of a position of Force 3
)

// position returns the question of a line, without fields that are ignored, and its position.
func (c *solveConfig) position(fields []string) (question string, pos rules.Position, err error) {
	pos = c.game.Start()
	if _, ok := pos.(*rules.Force3Position); ok {
		if len(fields) < force3Fields {
			return "", nil, fmt.Errorf("got %d fields; a Force 3 position has %d: board, side, discs in hand of r and of b, ban", len(fields), force3Fields)
		}
		question = strings.Join(fields[:force3Fields], " ")
		pos, err = rules.Setup(c.game, question)
		return question, pos, err
	}
	if advice := rules.Foreign(strings.Join(fields, " ")); advice != "" && strings.ContainsAny(fields[0], "{,") {
		return "", nil, errors.New(advice)
	}
	if question = movesOf(pos, fields); question == noMoves {
		return question, pos, nil
	}
	moves := rules.SplitMoves(c.game, question)
	if err := rules.Replay(pos, moves); err != nil {
		return "", nil, fmt.Errorf("move %d, %q: %w", pos.Ply()+1, moves[pos.Ply()], err)
	}
	return question, pos, nil
}

// movesOf returns the moves of a line, in one word. They are in its first field, and in the fields of
// the same characters after it, unless these are an answer to the first field.
func movesOf(start rules.Position, fields []string) string {
	const digits = "0123456789"
	moves := digits
	for _, m := range start.Moves(nil) {
		moves += start.FormatMove(m)
	}
	rest := fields[1:]
	madeOf := func(characters string) []string {
		if end := slices.IndexFunc(rest, func(f string) bool { return strings.Trim(f, characters) != "" }); end >= 0 {
			return rest[:end]
		}
		return rest
	}
	if cells, places := size(start); fields[0] == noMoves || isAnswer(madeOf(digits+"+-."), cells, places) {
		return fields[0]
	}
	return fields[0] + strings.Join(madeOf(moves), "")
}

// isAnswer reports whether fields are a score, or a score and those of all places for a move.
func isAnswer(fields []string, cells, places int) bool {
	if len(fields) != 1 && len(fields) != 1+places {
		return false
	}
	best := (cells + 1) / 2
	for i, field := range fields {
		n, err := strconv.Atoi(field)
		switch {
		case err == nil && n > best:
			return false
		case err == nil && i == 0: // the score of the best move
			best = n
		}
	}
	return true
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
