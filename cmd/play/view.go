package main

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/quatre/quatre/cmd/play/texts"
)

// indent starts every line.
const indent = " "

// The names of the players stand in a column, if the screen is wide enough.
const (
	minNameWidth = 8
	nameWidth    = 26
	maxNameWidth = 40
)

// View implements tea.Model.
func (m model) View() tea.View {
	lines := m.lines()
	for i, line := range lines {
		lines[i] = m.glyphs.replaceUnsupported(indent + line)
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen, v.ReportFocus = true, true
	v.WindowTitle = m.glyphs.replaceUnsupported("Quatre" + m.glyphs.separator + m.statusLine())
	if m.reading == readNothing {
		v.Cursor = tea.NewCursor(lipgloss.Width(lines[len(lines)-1]), len(lines)-1)
	}
	return v
}

// lines returns the lines of the screen from the top. The prompt is the last one.
func (m model) lines() []string {
	g := gameForVariant(m.room.variant)
	if m.reading != readNothing {
		return m.readingScreen()
	}
	width := m.width - len(indent)
	above := []string{fit(m.title(g), width, m.glyphs), m.playerLine(g, 1), m.playerLine(g, 2)}
	below := wrap(m.statusLine(), width-1)
	for i := range below {
		below[i] = m.painter.strong(below[i])
	}
	remarks := wrap(m.remarks(g), width-1)
	height := m.height - len(above) - len(below) - len(remarks) - 1 // the last one is the prompt
	var grid []string
	if m.room.phase != loading {
		b := m.board(g)
		needsWidth, needsHeight := b.extent(sizes[len(sizes)-1])
		if excess := needsHeight - height; excess > 0 {
			kept := max(1, len(remarks)-excess)
			height += len(remarks) - kept
			remarks = remarks[:kept]
		}
		if needsWidth > width || needsHeight > height {
			return m.tooSmall(g, needsWidth+len(indent), m.height+needsHeight-height)
		}
		grid = draw(b, m.room.players, m.glyphs, m.painter, width, height)
	}
	spare := height - len(grid)
	if spare >= 3 {
		above = slices.Insert(above, 1, m.painter.faint(fit(m.shareURL, width, m.glyphs)))
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
			line = m.painter.warning(line)
		}
		lines = append(lines, line)
	}
	return append(lines, m.fitPrompt(g, width))
}

// tooSmall returns the lines of a screen that cannot show the board.
func (m model) tooSmall(g game, width, height int) []string {
	lines := wrap(m.say(texts.TooSmall, max(width, m.width), max(height, m.height)), m.width-len(indent)-1)
	return append(lines[:min(len(lines), max(0, m.height-1))], m.fitPrompt(g, m.width-len(indent)))
}

// fit cuts a line that is wider than the screen.
func fit(line string, width int, g glyphs) string { return ansi.Truncate(line, width, g.ellipsis) }

// fitPrompt returns the prompt.
func (m model) fitPrompt(g game, width int) string { return fitEnd(m.prompt(g), width) }

// fitEnd cuts the beginning of a line that is wider than the screen. So it shows what the user
// types, with room for the cursor.
func fitEnd(line string, width int) string {
	if excess := lipgloss.Width(line) - (width - 1); excess > 0 {
		return ansi.TruncateLeft(line, excess, "")
	}
	return line
}

func (m model) board(g game) board {
	b := g.board(m.room.first, m.shownMoves())
	if m.room.end != nil && len(m.shownMoves()) == len(m.room.moves) {
		b = b.markWinning(m.room.end.Cells)
	}
	return b
}

func (m model) title(g game) string {
	if m.room.phase == loading {
		return "Quatre"
	}
	parts := []string{m.painter.strong(g.title(m.cfg.lang))}
	if m.room.time.setting != nil {
		parts = append(parts, m.room.time.setting.text(m.cfg.lang))
	}
	if m.room.game > 1 || m.room.phase == finished {
		parts = append(parts, m.scoreText())
	}
	if n := m.presence.Spectators; n > 0 {
		parts = append(parts, m.cfg.lang.Count(n, texts.OneWatching, texts.Watching))
	}
	return strings.Join(parts, m.glyphs.separator)
}

// scoreText returns the number of the game and the points of both seats.
func (m model) scoreText() string {
	score := m.say(texts.Game, m.room.game, m.room.score[0], m.room.score[1])
	if m.room.draws > 0 {
		score += ", " + m.cfg.lang.Count(m.room.draws, texts.OneDraw, texts.Draws)
	}
	return score
}

// playerLine returns the line of one player.
func (m model) playerLine(g game, s seat) string {
	if m.room.phase == loading {
		return ""
	}
	p := m.room.players[s-1]
	turn := strings.Repeat(" ", lipgloss.Width(m.glyphs.turn))
	if m.room.turn() == s {
		turn = m.glyphs.turn
	}
	parts := []string{turn + " " + m.painter.disc(seatMarks[s], p.Colour, false), ""}
	if m.room.game > 0 {
		t := m.room.playerTimeAt(s, m.hubNow())
		if t.hasClock {
			parts = append(parts, m.say(texts.Clock, clockText(t.left, m.room.phase == playing)))
		}
		parts = append(parts, m.say(texts.Time, clockText(t.elapsed, false)))
	}
	if d, ok := g.(detailed); ok {
		parts = append(parts, m.say(texts.InHand, d.inHand(m.room.first, m.shownMoves())[s-1]))
	}
	switch {
	case p.ID == "":
	case m.presence.Seats[s-1]:
		parts = append(parts, m.say(texts.Here))
	default:
		parts = append(parts, m.painter.faint(m.say(texts.Away)))
	}
	width := m.width - len(indent)
	free := max(minNameWidth, width-lipgloss.Width(strings.Join(parts, "  ")))
	parts[1] = fit(m.nameAndKind(s), min(maxNameWidth, free), m.glyphs)
	parts[1] += strings.Repeat(" ", max(0, min(nameWidth, free)-lipgloss.Width(parts[1])))
	return fit(strings.Join(parts, "  "), width, m.glyphs)
}
