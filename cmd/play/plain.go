package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/textfile"
)

// plainText runs menus and games line by line, without escape codes: for screen readers,
// braille displays, pipes and scripts.
//
// A line that is typed waits until the program asks for it. So a script can send all its lines
// at once.
type plainText struct {
	glyphs glyphs
	out    io.Writer
	lines  <-chan string // the lines of the input; closed at its end
	bot    *botPlayer    // answers instead of the lines; nil: the user does
	echo   bool          // the input is no terminal: print each line that was read, so that the output shows it

	asked bool // the last line of the output is a question without an answer
	ended bool // the input has ended
}

// readLines sends the lines of in until in or ctx ends, and then closes the channel.
func readLines(ctx context.Context, in io.Reader) <-chan string {
	typed := make(chan string)
	go func() {
		defer close(typed)
		for s := textfile.NewScanner(in, bufio.MaxScanTokenSize); s.Scan(); {
			select {
			case typed <- printable(s.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	return typed
}

// say prints one line.
func (p *plainText) say(line string) {
	if p.asked {
		fmt.Fprintln(p.out)
		p.asked = false
	}
	fmt.Fprintln(p.out, strings.TrimRight(p.glyphs.replaceUnsupported(ansi.Strip(line)), " "))
}

// ask prints a question. Its answer is typed in the same line.
func (p *plainText) ask(question string) {
	if !p.asked {
		fmt.Fprint(p.out, p.glyphs.replaceUnsupported(question))
		p.asked = true
	}
}

// noteLine is called with each line that was read, and with ok false at the end of the input. It
// repeats the line if p.echo is set.
func (p *plainText) noteLine(line string, ok bool) {
	switch {
	case !ok:
		p.ended, p.lines = true, nil
		if p.asked {
			fmt.Fprintln(p.out)
		}
	case p.echo && p.asked:
		fmt.Fprintln(p.out, p.glyphs.replaceUnsupported(line))
	case p.echo:
		p.say(line)
	}
	p.asked = false
}

// game implements frontEnd.
func (p *plainText) game(ctx context.Context, m *model) error {
	m.glyphs, m.lineByLine = p.glyphs, true
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	var shown shownLines
	for !m.leaving && m.fatal == "" {
		p.showText(m)
		shown = p.show(m, shown)
		var lines <-chan string
		var answers <-chan botAnswer
		if p.bot != nil {
			answers = p.bot.answers
		}
		switch {
		case p.bot != nil && m.asksUser():
			if line := p.bot.line(m); line != "" {
				m.carryOut(line)
				continue
			}
		case p.bot != nil:
		case p.wantsLine(m):
			if p.ended {
				return nil
			}
			lines = p.lines
		}
		select {
		case report, open := <-m.reports:
			if !open {
				return nil
			}
			m.handleReport(report)
		case line, ok := <-lines:
			if p.noteLine(line, ok); ok {
				m.carryOut(line)
			}
		case answer := <-answers:
			p.play(m, answer)
		case now := <-tick.C:
			m.now = now
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// plainWidth is the width of pages of text, in characters.
const plainWidth = 79

// showText prints the page of text that the user has asked for. If the page needs an answer, it
// is printed once the answer has come.
func (p *plainText) showText(m *model) {
	if m.reading == readNothing || m.reading == readAnalysis && m.analysis.pending() || m.reading == readWhy && !m.isExplained() {
		return
	}
	for _, line := range m.readingLines(plainWidth) {
		p.say(line)
	}
	m.reading = readNothing
}

// asksUser reports whether the game waits for a line of the user.
func (m *model) asksUser() bool {
	if m.connection == replaced {
		return true // nothing happens until the user takes the seat back
	}
	if len(m.unanswered) > 0 || m.reading != readNothing || m.news.scoreAsked {
		return false
	}
	if m.replay.on {
		return true
	}
	_, asked := m.question()
	return asked || m.isMyTurn() || m.room.Phase == room.PhaseClosed || m.room.Phase == room.PhaseFinished && !m.hasAskedForRematch()
}

// maxAdviceWait is how long the next line of a script waits for advice, from the turn's beginning.
const maxAdviceWait = 3 * time.Second

// awaitsAdvice reports whether the program should still wait for advice to the user.
func (m *model) awaitsAdvice() bool {
	turn := m.room.Turn()
	return turn.Valid() && (m.room.Advice[turn-1] || m.room.IsHinted()) && m.isMyTurn() && m.room.Advised == "" &&
		m.hubNow()-m.room.TurnAt.UnixMilli() < maxAdviceWait.Milliseconds()
}

// isAITurn reports whether an AI's seat is to move.
func (m *model) isAITurn() bool {
	turn := m.room.Turn()
	return turn.Valid() && m.machinePlays(turn)
}

// wantsLine reports whether to read the next line now. The next line of a script waits until the
// game asks for one. A person's line is also read at other times, except while an answer or the
// move of an AI is awaited.
func (p *plainText) wantsLine(m *model) bool {
	if p.echo && m.awaitsAdvice() {
		return false
	}
	if m.asksUser() {
		return true
	}
	replies := len(m.unanswered) > 0 || m.reading != readNothing || m.isAITurn() && !m.onlyMachines()
	return !p.echo && m.room.Phase != room.PhaseNone && !replies
}

// shownLines is what show has printed last.
type shownLines struct {
	title   string
	board   string
	status  string
	notice  string
	remarks []string
}

// show prints what has changed, and asks for what the user may type.
func (p *plainText) show(m *model, last shownLines) shownLines {
	if m.room.Phase == room.PhaseNone || m.connection == live && m.room.N < m.logEnd {
		return last // the log is still being read
	}
	now := last
	settled := m.asksUser() || !m.isPlayer() || m.onlyMachines() || m.room.Phase != room.PhasePlaying && len(m.unanswered) == 0
	if now.title = m.title(); now.title != last.title && m.room.Phase != room.PhaseFinished {
		p.say(now.title)
		p.sayPlayers(m)
	}
	now.remarks = m.remarkList()
	for _, r := range now.remarks {
		if !slices.Contains(last.remarks, r) {
			p.say(r)
		}
	}
	// This text differs between any two positions of the room.
	board := fmt.Sprint(m.room.Number, " ", strings.Join(m.shownMoves(), " "), m.room.End != nil, m.replay.on)
	if board != last.board && settled {
		now.board = board
		p.sayBoard(m)
	}
	thinking := m.isAITurn() && m.connection == live && !m.room.Paused && !m.replay.on
	if status := m.statusLine(); status != last.status && !thinking && (settled || m.connection != live) {
		now.status = status
		p.say(status)
		if m.room.Phase == room.PhaseFinished && !m.replay.on {
			p.say(m.scoreText())
		}
	}
	if now.notice = m.notice; now.notice != "" && now.notice != last.notice {
		p.say(now.notice)
	}
	if m.asksUser() && p.wantsLine(m) && p.lines != nil {
		p.ask(m.prompt())
	}
	return now
}
