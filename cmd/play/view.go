package main

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
)

// fixedLines counts the lines that are always shown: title, two players, status, prompt.
// Remarks take at least one more line.
const fixedLines = 5

// indent starts every line.
const indent = " "

// View implements tea.Model.
func (m model) View() tea.View {
	lines := m.lines()
	for i, line := range lines {
		lines[i] = m.glyphs.replaceUnsupported(indent + line)
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen, v.ReportFocus = true, true
	v.WindowTitle = m.glyphs.replaceUnsupported("Quatre" + m.glyphs.separator + m.statusLine())
	if !m.help {
		v.Cursor = tea.NewCursor(lipgloss.Width(lines[len(lines)-1]), len(lines)-1)
	}
	return v
}

// lines returns the lines of the screen from the top. The prompt is the last one.
func (m model) lines() []string {
	g := gameForVariant(m.room.variant)
	if m.help {
		return m.helpLines(g)
	}
	remarks := wrap(m.remarks(g), m.width-len(indent)-1)
	height := m.height - fixedLines - len(remarks)
	var grid []string
	if m.room.phase != loading {
		grid = draw(m.board(g), m.room.players, m.glyphs, m.painter, m.width-len(indent), height)
	}
	spare := height - len(grid)
	lines := []string{m.title(g)}
	if spare >= 3 {
		lines = append(lines, m.painter.faint(m.shareURL))
	}
	lines = append(lines, m.playerLine(g, 1), m.playerLine(g, 2))
	if spare >= 1 {
		lines = append(lines, "")
	}
	lines = append(lines, grid...)
	if spare >= 2 {
		lines = append(lines, "")
	}
	lines = append(lines, m.painter.strong(m.statusLine()))
	for _, line := range remarks {
		if m.notice != "" {
			line = m.painter.warning(line)
		}
		lines = append(lines, line)
	}
	return append(lines, m.prompt(g))
}

// wrap breaks text at spaces into lines of at most width characters. A no-break space stays.
// It returns at least one line.
func wrap(text string, width int) []string {
	lines := []string{""}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' }) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case lipgloss.Width(*last)+1+lipgloss.Width(word) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

func (m model) board(g game) board {
	b := g.board(m.room.first, m.room.moves)
	if m.room.end != nil {
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
		score := m.say(texts.Game, m.room.game, m.room.score[0], m.room.score[1])
		if m.room.draws > 0 {
			score += ", " + m.cfg.lang.Count(m.room.draws, texts.OneDraw, texts.Draws)
		}
		parts = append(parts, score)
	}
	if n := m.presence.Spectators; n > 0 {
		parts = append(parts, m.cfg.lang.Count(n, texts.OneWatching, texts.Watching))
	}
	return strings.Join(parts, m.glyphs.separator)
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
	name := fmt.Sprintf("%-26s", truncate(m.nameAndKind(s), 40))
	parts := []string{turn + " " + m.painter.disc(seatMarks[s], p.Colour, false), name}
	if m.room.game > 0 {
		t := m.room.playerTimeAt(s, m.hubNow())
		if t.hasClock {
			parts = append(parts, m.say(texts.Clock, clockText(t.left, m.room.phase == playing)))
		}
		parts = append(parts, m.say(texts.Time, clockText(t.elapsed, false)))
	}
	if d, ok := g.(detailed); ok {
		hand, _ := d.details(m.room.first, m.room.moves)
		parts = append(parts, m.say(texts.InHand, hand[s-1]))
	}
	switch {
	case p.ID == "":
	case m.presence.Seats[s-1]:
		parts = append(parts, m.say(texts.Here))
	default:
		parts = append(parts, m.painter.faint(m.say(texts.Away)))
	}
	return strings.Join(parts, "  ")
}

// helpLines returns the lines of the help screen.
func (m model) helpLines(g game) []string {
	lines := []string{m.painter.strong(g.title(m.cfg.lang)), ""}
	lines = append(lines, g.help(m.cfg.lang)...)
	lines = append(lines, "", m.say(texts.HelpType), "")
	for _, w := range slashCommands {
		lines = append(lines, fmt.Sprintf("  /%-18s %s", strings.TrimSpace(m.say(w.name)+" "+m.say(w.argument)), w.meaning(m.cfg.lang)))
	}
	return append(lines, "", m.say(texts.HelpCtrlC)+" "+m.say(texts.HelpPressKey))
}
