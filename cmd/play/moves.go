package main

import (
	"fmt"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// moveLines returns the page with the moves of the game: two turns in each line.
func (m *model) moveLines() []string {
	lines := []string{strong.Render(m.say(texts.MovesOfGame, m.room.Number)), ""}
	if len(m.room.Moves) == 0 {
		return append(lines, m.say(texts.NoMoves))
	}
	width := 0
	for _, move := range m.room.Moves {
		width = max(width, lipgloss.Width(move))
	}
	for i := 0; i < len(m.room.Moves); i += 2 {
		line := fmt.Sprintf("%3d. %s %-*s", i/2+1, seatMarks[m.room.First], width, m.room.Moves[i])
		if i+1 < len(m.room.Moves) {
			line += fmt.Sprintf("   %s %s", seatMarks[m.room.First.Other()], m.room.Moves[i+1])
		}
		lines = append(lines, line)
	}
	if m.room.Phase == room.PhaseFinished {
		lines = append(lines, "", m.endText())
	}
	return lines
}
