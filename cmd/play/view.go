package main

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// fixedLines are those around the board: the title, two players, what goes on,
// the notice, the prompt.
const fixedLines = 6

// indent stands before every line.
const indent = " "

// View implements tea.Model.
func (m model) View() tea.View {
	lines := m.lines()
	for i, line := range lines {
		lines[i] = m.glyphs.only(indent + line)
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen, v.ReportFocus = true, true
	v.WindowTitle = m.glyphs.only("Quatre" + m.glyphs.sep + m.status())
	if !m.help {
		v.Cursor = tea.NewCursor(lipgloss.Width(lines[len(lines)-1]), len(lines)-1)
	}
	return v
}

// lines is the screen, from the top; the prompt is the last one.
func (m model) lines() []string {
	g := gameOf(m.room.variant)
	if m.help {
		return m.helpLines(g)
	}
	var grid []string
	if m.room.phase != loading {
		grid = draw(m.board(g), m.room.players, m.glyphs, m.painter, m.width-len(indent), m.height-fixedLines)
	}
	spare := m.height - fixedLines - len(grid)
	lines := []string{m.title(g)}
	if spare >= 3 {
		lines = append(lines, m.painter.faint(m.share))
	}
	lines = append(lines, m.bar(g, 1), m.bar(g, 2))
	if spare >= 1 {
		lines = append(lines, "")
	}
	lines = append(lines, grid...)
	if spare >= 2 {
		lines = append(lines, "")
	}
	return append(lines, m.painter.strong(m.status()), m.remark(g), m.prompt(g))
}

func (m model) board(g game) board {
	b := g.board(m.room.first, m.room.moves)
	if m.room.end != nil {
		b = b.mark(m.room.end.Cells)
	}
	return b
}

func (m model) title(g game) string {
	if m.room.phase == loading {
		return "Quatre"
	}
	parts := []string{m.painter.strong(g.title())}
	if m.room.time.setting != nil {
		parts = append(parts, m.room.time.setting.String())
	}
	if m.room.game > 1 || m.room.phase == finished {
		score := fmt.Sprintf("game %d, %d-%d", m.room.game, m.room.score[0], m.room.score[1])
		switch m.room.draws {
		case 0:
		case 1:
			score += ", 1 draw"
		default:
			score += fmt.Sprintf(", %d draws", m.room.draws)
		}
		parts = append(parts, score)
	}
	if m.here.Spectators > 0 {
		parts = append(parts, fmt.Sprintf("%d watching", m.here.Spectators))
	}
	return strings.Join(parts, m.glyphs.sep)
}

// bar is one player's line.
func (m model) bar(g game, s seat) string {
	if m.room.phase == loading {
		return ""
	}
	p := m.room.players[s-1]
	turn := strings.Repeat(" ", lipgloss.Width(m.glyphs.turn))
	if m.room.turn() == s {
		turn = m.glyphs.turn
	}
	name := fmt.Sprintf("%-26s", cut(m.nameAndKind(s), 40))
	parts := []string{turn + " " + m.painter.disc(marks[s], p.Colour, false), name}
	if m.room.game > 0 {
		t := m.room.timeOf(s, m.hubNow())
		if t.clock {
			parts = append(parts, "clock "+clockText(t.left, m.room.phase == playing))
		}
		parts = append(parts, "time "+clockText(t.elapsed, false))
	}
	if d, ok := g.(interface {
		details(first seat, moves []string) (hand [2]int, banned string)
	}); ok {
		hand, _ := d.details(m.room.first, m.room.moves)
		parts = append(parts, fmt.Sprintf("in hand %d", hand[s-1]))
	}
	switch {
	case p.ID == "":
	case m.here.Seats[s-1]:
		parts = append(parts, "here")
	default:
		parts = append(parts, m.painter.faint("away"))
	}
	return strings.Join(parts, "  ")
}

// name is what a seat is called in a sentence.
func (m model) name(s seat) string {
	p := m.room.players[s-1]
	switch {
	case p.Name != "":
		return p.Name
	case p.Level != "":
		return p.Level
	case s == 1:
		return "Player 1"
	}
	return "Player 2"
}

func (m model) nameAndKind(s seat) string {
	p := m.room.players[s-1]
	mine, both := m.room.seatOf(m.me)
	switch {
	case p.free():
		return "(free)"
	case p.Level != "":
		return m.name(s) + " (AI)"
	case mine == s && !both && !m.cfg.watch:
		return m.name(s) + " (you)"
	}
	return m.name(s)
}

// status says in one line what goes on.
func (m model) status() string {
	switch {
	case m.connection == replaced:
		return "This seat is played from another place now. Press r to take it back."
	case m.connection == connecting && m.room.phase == loading:
		return "Connecting to " + m.cfg.origin.Host + m.glyphs.ellipsis
	case m.connection == down && m.now.Sub(m.lostAt) >= lostAfter:
		return "The connection is lost. Trying again" + m.glyphs.ellipsis
	case !m.store:
		return "The hub's memory does not answer. The game goes on when it does."
	}
	switch m.room.phase {
	case waiting:
		if m.plays() {
			return "Send this link to a friend: " + m.share
		}
		return "Nobody has taken the second seat yet."
	case playing:
		return m.turnText()
	case finished:
		return m.endText()
	case closed:
		return m.closedText()
	}
	return "Connecting to " + m.cfg.origin.Host + m.glyphs.ellipsis
}

func (m model) turnText() string {
	turn := m.room.turn()
	_, both := m.room.seatOf(m.me)
	number := fmt.Sprintf("Move %d: ", len(m.room.moves)+1)
	switch {
	case m.room.paused:
		return number + "paused."
	case m.mayMove() && !both:
		return number + "your turn (" + marks[turn] + ")."
	case m.room.players[turn-1].Level != "":
		return number + m.name(turn) + " (" + marks[turn] + ") is thinking."
	}
	return number + m.name(turn) + " (" + marks[turn] + ") is to move."
}

// endings say how a game was won.
var endings = map[string]string{
	"line":     "",
	"resigned": ": the other has resigned",
	"left":     ": the other has left",
	"time":     " on time",
}

func (m model) endText() string {
	end := m.room.end
	if !end.Winner.valid() {
		switch end.Reason {
		case "agreed":
			return "A draw, as agreed."
		case "left":
			return "A draw: a player has left."
		}
		return "A draw."
	}
	mine, both := m.room.seatOf(m.me)
	who := m.name(end.Winner) + " (" + marks[end.Winner] + ") has won"
	if m.plays() && !both {
		who = "You have won"
		if mine != end.Winner {
			who = "You have lost"
			return who + map[string]string{"resigned": ": you have resigned", "left": ": you had left", "time": " on time"}[end.Reason] + "."
		}
	}
	return who + endings[end.Reason] + "."
}

func (m model) closedText() string {
	if m.room.closed == "unjoined" {
		return "Nobody took the second seat: the room is closed."
	}
	return "Nobody has moved for long: the room is closed."
}

// remark is the line for what went wrong, else for what is worth a word.
func (m model) remark(g game) string {
	if m.notice != "" {
		return m.painter.warning(m.notice)
	}
	var parts []string
	s := m.room
	if e := s.emote; e.seat.valid() && !m.muted {
		parts = append(parts, m.name(e.seat)+" says: "+strings.ReplaceAll(e.emote, "-", " "))
	}
	if s.last.back {
		parts = append(parts, m.name(s.last.seat)+" has taken "+s.last.move+" back.")
	} else if s.last.move != "" {
		parts = append(parts, m.name(s.last.seat)+" has played "+s.last.move+".")
	}
	if s.phase != playing {
		return strings.Join(parts, " ")
	}
	if s.advice != "" {
		parts = append(parts, "Advice: "+s.advice+".")
	}
	if f, ok := g.(force3); ok {
		if _, banned := f.details(s.first, s.moves); banned != "" {
			parts = append(parts, banned)
		}
	}
	mine, _ := s.seatOf(m.me)
	if mine.valid() && s.offer.seat == mine {
		parts = append(parts, map[string]string{
			offerDraw: "You have offered a draw.", offerTakeback: "You have asked to take your move back.",
		}[s.offer.what])
	}
	if m.plays() {
		if from := m.here.Claim[mine.other()-1]; from > 0 && m.hubNow() >= from {
			parts = append(parts, "The other is away: /claim win, or /claim draw.")
		}
	}
	return strings.Join(parts, " ")
}

// prompt asks for what is to be typed.
func (m model) prompt(g game) string {
	if q, stands := m.question(); stands && m.line == "" {
		return q.text + " (y/n) "
	}
	switch {
	case m.underWay("move"):
		return "Sending" + m.glyphs.ellipsis + " " + m.line
	case m.mayMove():
		return g.ask() + " (? for help): " + m.line
	case m.room.phase == finished && m.underWayOrAsked():
		return "You have asked for another game. " + m.line
	case m.room.phase != loading && !m.plays():
		return "You are watching (q leaves, ? for help): " + m.line
	}
	return "(? for help) " + m.line
}

func (m model) underWayOrAsked() bool {
	mine, _ := m.room.seatOf(m.me)
	return m.underWay("rematch") || mine.valid() && m.room.rematch[mine-1]
}

// helpLines is the screen after a question mark.
func (m model) helpLines(g game) []string {
	lines := []string{m.painter.strong(g.title()), ""}
	lines = append(lines, g.help()...)
	lines = append(lines, "", "Type a move and press Enter, or one of these:", "")
	for _, w := range words {
		lines = append(lines, fmt.Sprintf("  /%-18s %s", strings.TrimSpace(w.name+" "+w.argument), w.meaning))
	}
	return append(lines, "", "Ctrl+C leaves too, and keeps the seat warm. Press any key.")
}
