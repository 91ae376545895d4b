package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// This file prints positions in plain mode: few characters for each cell, no borders.

// sayPlayers prints who plays, with clocks and discs in hand.
func (p *plainText) sayPlayers(m model) {
	for _, s := range []room.Seat{1, 2} {
		parts := []string{m.nameAndKind(s)}
		if _, left := m.timeOf(s); m.room.Clock != nil {
			parts = append(parts, m.say(texts.Clock, clockText(left, false)))
		}
		if hand, ok := m.inHand(s); ok {
			parts = append(parts, m.say(texts.InHand, hand))
		}
		p.say(m.say(texts.PlainPlayer, seatMarks[s], strings.Join(parts, ", ")))
	}
}

// sayBoard prints the position.
func (p *plainText) sayBoard(m model) {
	if _, ok := m.inHand(1); (ok || m.room.Clock != nil) && len(m.shownMoves()) > 0 {
		p.sayPlayers(m)
	}
	for _, line := range plainBoard(m.board()) {
		p.say(line)
	}
}

// positionKey returns a text that differs between any two positions of the room.
func (m model) positionKey() string {
	return fmt.Sprint(m.room.Number, " ", strings.Join(m.shownMoves(), " "), m.room.End != nil, m.replay.on)
}

// plainBoard returns the lines of a board. An empty cell is a dot, a hole is #, and discs of a
// winning line stand in brackets.
func plainBoard(b board) []string {
	if b.columns == 0 {
		return nil
	}
	width := 0
	if slices.ContainsFunc(b.cells, func(c cell) bool { return c.winning }) {
		width = 1 // a bracket on each side
	}
	pad := strings.Repeat(" ", width)
	var lines []string
	if b.columnNames != nil {
		names := pad + strings.Join(b.columnNames, pad+" "+pad)
		if b.rowNames != nil {
			names = "  " + names
		}
		lines = append(lines, names)
	}
	for row := b.rows - 1; row >= 0; row-- {
		var line []string
		if b.rowNames != nil {
			line = append(line, b.rowNames[row])
		}
		for _, c := range b.cells[row*b.columns : (row+1)*b.columns] {
			line = append(line, plainCell(c, pad))
		}
		lines = append(lines, strings.TrimRight(strings.Join(line, " "), " "))
	}
	return lines
}

func plainCell(c cell, pad string) string {
	mark := "."
	switch {
	case c.hole:
		mark = "#"
	case c.disc != 0:
		mark = seatMarks[c.disc]
	}
	if c.winning {
		return c.name + "(" + mark + ")"
	}
	return c.name + pad + mark + pad
}
