package main

// lastScreen returns what stays in the terminal after the user has left: the players, the board
// and how the game stands. It is empty if there was no game.
func (m *model) lastScreen() string {
	if m.room.Number == 0 {
		return ""
	}
	lines := []string{m.title(), m.playerLine(1), m.playerLine(2), ""}
	lines = append(lines, m.drawing().fitting(m.inner(), m.height)...)
	return m.join(append(lines, "", m.standing())) + "\n\n"
}
