package main

import (
	"slices"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// This file prints positions in plain mode: few characters for each cell, no borders.

// sayPlayers prints who plays, with clocks and discs in hand.
func (p *plainText) sayPlayers(m *model) {
	for _, s := range []room.Seat{1, 2} {
		parts := []string{m.nameAndKind(s)}
		if _, left := m.timeOf(s); m.room.Clock != nil {
			parts = append(parts, m.say(texts.Clock, clockText(left, false)))
		}
		if hand, ok := m.inHand(s); ok {
			parts = append(parts, m.say(texts.InHand, hand))
		}
		p.say(m.say(texts.PlainPlayer, seatMarks[s], strings.TrimSuffix(strings.Join(parts, ", "), ".")))
	}
}

// sayBoard prints the position.
func (p *plainText) sayBoard(m *model) {
	if _, ok := m.inHand(1); (ok || m.room.Clock != nil) && len(m.shownMoves()) > 0 {
		p.sayPlayers(m)
	}
	for _, line := range plainBoard(m.board()) {
		p.say(line)
	}
}

// plainBoard returns the lines of a board. An empty cell is a dot, a hole is #, and discs of a
// winning line stand in brackets.
func plainBoard(b board) (lines []string) {
	pad := ""
	if slices.ContainsFunc(b.cells, func(c cell) bool { return c.winning }) {
		pad = " " // a bracket on each side
	}
	rows := b.texts(func(c cell) string {
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
	})
	left := pad
	if b.rowNames != nil {
		left = "  " + pad
	}
	if b.columnNames != nil {
		lines = append(lines, left+strings.Join(b.columnNames, pad+" "+pad))
	}
	for i, row := range rows {
		if b.rowNames != nil {
			row = append([]string{b.rowNames[i]}, row...)
		}
		lines = append(lines, strings.TrimRight(strings.Join(row, " "), " "))
	}
	return lines
}
