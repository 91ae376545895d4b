package main

import (
	"fmt"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
)

// moveLines returns the page with the moves of the game: two turns in each line.
func (m model) moveLines() []string {
	lines := []string{m.painter.strong(m.say(texts.MovesOfGame, m.room.game)), ""}
	if len(m.room.moves) == 0 {
		return append(lines, m.say(texts.NoMoves))
	}
	width := 0
	for _, move := range m.room.moves {
		width = max(width, lipgloss.Width(move))
	}
	for i := 0; i < len(m.room.moves); i += 2 {
		line := fmt.Sprintf("%3d. %s %-*s", i/2+1, seatMarks[m.room.first], width, m.room.moves[i])
		if i+1 < len(m.room.moves) {
			line += fmt.Sprintf("   %s %s", seatMarks[m.room.first.other()], m.room.moves[i+1])
		}
		lines = append(lines, line)
	}
	if m.room.phase == finished {
		lines = append(lines, "", m.endText())
	}
	return lines
}
