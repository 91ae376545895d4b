package main

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// The names of the players stand in a column, if the screen is wide enough.
const (
	minNameWidth = 8
	nameWidth    = 26
	maxNameWidth = 40
)

// View implements tea.Model.
func (m *model) View() tea.View {
	v := m.view("Quatre"+m.glyphs.separator+m.statusLine(), m.lines(), m.reading == readNothing)
	v.ReportFocus = true
	return v
}

// lines returns the lines of the screen from the top. The prompt is the last one.
func (m *model) lines() []string {
	if m.reading != readNothing {
		return m.readingScreen()
	}
	width := m.inner()
	above := []string{m.fit(m.title()), m.playerLine(1), m.playerLine(2)}
	below := m.wrap(m.statusLine())
	for i := range below {
		below[i] = strong.Render(below[i])
	}
	remarks := m.wrap(m.remarks())
	height := m.height - len(above) - len(below) - len(remarks) - 1 // the last one is the prompt
	var grid []string
	if m.room.Phase != room.PhaseNone {
		d := m.drawing()
		smallest := d.lines(sizes[len(sizes)-1])
		needsWidth, needsHeight := lipgloss.Width(smallest[len(smallest)-1]), len(smallest)
		if excess := needsHeight - height; excess > 0 {
			kept := max(1, len(remarks)-excess)
			height += len(remarks) - kept
			remarks = remarks[:kept]
		}
		if needsWidth > width || needsHeight > height {
			return m.tooSmall(needsWidth+len(indent), m.height+needsHeight-height)
		}
		grid = d.fitting(width, height)
	}
	spare := height - len(grid)
	if spare >= 3 {
		above = slices.Insert(above, 1, faint.Render(m.fit(m.shareURL)))
	}
	if spare >= 1 {
		above = append(above, "")
	}
	lines := append(above, grid...)
	if spare >= 2 {
		lines = append(lines, "")
	}
	lines = append(lines, below...)
	for _, line := range remarks {
		if m.notice != "" {
			line = warning.Render(line)
		}
		lines = append(lines, line)
	}
	return append(lines, m.fitEnd(m.prompt()))
}

// tooSmall returns the lines of a screen that cannot show the board.
func (m *model) tooSmall(width, height int) []string {
	lines := m.wrap(m.say(texts.TooSmall, max(width, m.width), max(height, m.height)))
	return append(lines[:min(len(lines), max(0, m.height-1))], m.fitEnd(m.prompt()))
}

func (m *model) drawing() drawing {
	return drawing{m.board(), m.glyphs, m.room.Players}
}

func (m *model) board() board {
	b := boardOf(m.position(), m.room.First)
	if m.room.End != nil && len(m.shownMoves()) == len(m.room.Moves) {
		b = b.markWinning(m.room.End.Cells)
	}
	return b
}

func (m *model) title() string {
	if m.room.Phase == room.PhaseNone {
		return "Quatre"
	}
	parts := []string{strong.Render(m.game().title)}
	if m.room.Clock != nil {
		parts = append(parts, clockName(m.cfg.lang, m.room.Clock))
	}
	if m.room.Number > 1 || m.room.Phase == room.PhaseFinished {
		parts = append(parts, m.scoreText())
	}
	if n := m.presence.Spectators; n > 0 {
		parts = append(parts, m.cfg.lang.Count(n, texts.OneWatching, texts.Watching))
	}
	return strings.Join(parts, m.glyphs.separator)
}

// scoreText returns the number of the game and the points of both seats.
func (m *model) scoreText() string {
	score := m.say(texts.Game, m.room.Number, m.room.Score[0], m.room.Score[1])
	if m.room.Draws > 0 {
		score += ", " + m.cfg.lang.Count(m.room.Draws, texts.OneDraw, texts.Draws)
	}
	return score
}

// playerLine returns the line of one player.
func (m *model) playerLine(s room.Seat) string {
	if m.room.Phase == room.PhaseNone {
		return ""
	}
	p := m.room.Players[s-1]
	turn := strings.Repeat(" ", lipgloss.Width(m.glyphs.turn))
	if m.room.Turn() == s {
		turn = m.glyphs.turn
	}
	parts := []string{turn + " " + styledDisc(s, p.Colour, false), ""}
	if m.room.Number > 0 {
		used, left := m.timeOf(s)
		if m.room.Clock != nil {
			parts = append(parts, m.say(texts.Clock, clockText(left, m.room.Phase == room.PhasePlaying)))
		}
		parts = append(parts, m.say(texts.Time, clockText(used, false)))
	}
	if hand, ok := m.inHand(s); ok {
		parts = append(parts, m.say(texts.InHand, hand))
	}
	switch {
	case p.ID == "":
	case m.presence.Seats[s-1]:
		parts = append(parts, m.say(texts.Here))
	default:
		parts = append(parts, faint.Render(m.say(texts.Away)))
	}
	free := max(minNameWidth, m.inner()-lipgloss.Width(strings.Join(parts, "  ")))
	parts[1] = fit(m.nameAndKind(s), min(maxNameWidth, free), m.glyphs)
	parts[1] += strings.Repeat(" ", max(0, min(nameWidth, free)-lipgloss.Width(parts[1])))
	return m.fit(strings.Join(parts, "  "))
}

// inHand returns how many discs a player has in hand. ok is false if the game has no such discs.
func (m *model) inHand(s room.Seat) (n int, ok bool) {
	p, ok := m.position().(*rules.Force3Position)
	if !ok {
		return 0, false
	}
	side := rules.First
	if s != m.room.First {
		side = rules.Second
	}
	return p.Hand(side), true
}

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
