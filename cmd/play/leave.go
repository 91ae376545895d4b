package main

import "strings"

// lastScreen returns what stays in the terminal after the user has left: the players, the board
// and how the game stands. It is empty if there was no game.
func (m model) lastScreen() string {
	if m.room.game == 0 {
		return ""
	}
	g := gameForVariant(m.room.variant)
	lines := []string{m.title(g), m.playerLine(g, 1), m.playerLine(g, 2), ""}
	lines = append(lines, draw(m.board(g), m.room.players, m.glyphs, m.painter, m.width-len(indent), m.height)...)
	lines = append(lines, "", m.standing())
	for i, line := range lines {
		lines[i] = m.glyphs.replaceUnsupported(indent + line)
	}
	return strings.Join(lines, "\n") + "\n\n"
}

// standing returns the line about the game. It says nothing about the connection.
func (m model) standing() string {
	switch m.room.phase {
	case playing:
		return m.turnText()
	case finished:
		return m.endText()
	}
	return m.closedText()
}
