package main

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// This file handles the user's input: single keys, questions answered with y or n, and
// lines ended with Enter.

// question is a question in the bottom line, answered with one key.
type question struct {
	text    string
	yes, no func(model) model
}

// question returns the open question, if there is one.
func (m model) question() (q question, ok bool) {
	mine, both := m.seat()
	if m.cfg.watch || m.connection == replaced || m.replay.on {
		return q, false
	}
	o := m.room.Offered
	switch {
	case m.resigning && m.room.Phase == room.PhasePlaying:
		q.text = m.say(texts.AskResign)
		q.yes = func(m model) model { m.resigning = false; return m.send(command{T: "resign"}) }
		q.no = func(m model) model { m.resigning = false; return m }
		return q, true
	case m.room.Phase == room.PhasePlaying && o.Seat.Valid() && mine.Valid() && !both && o.Seat != mine:
		q.text = m.say(texts.AskDraw, m.name(o.Seat))
		if o.What == room.OfferTakeback {
			q.text = m.say(texts.AskTakeback, m.name(o.Seat))
		}
		q.yes = func(m model) model { return m.send(command{T: "accept", Offer: o.What}) }
		q.no = func(m model) model { return m.send(command{T: "decline", Offer: o.What}) }
		return q, !m.awaitingAnswer("accept") && !m.awaitingAnswer("decline")
	case m.canAskForRematch():
		q.text = m.say(texts.AskAgain)
		if asker := mine.Other(); mine.Valid() && m.room.Wishes[asker-1] {
			q.text = m.say(texts.OtherAsksAgain, m.name(asker))
		}
		q.yes = func(m model) model { return m.send(command{T: "rematch"}) }
		q.no = func(m model) model { m.leaving = true; return m }
		return q, true
	}
	return q, false
}

// canAskForRematch reports whether the user can ask for another game and has not done
// so.
func (m model) canAskForRematch() bool {
	if m.room.Phase != room.PhaseFinished || m.room.Imported || m.awaitingAnswer("rematch") {
		return false
	}
	if m.room.BothAI() {
		return m.room.Owner == m.me && m.me != ""
	}
	mine, _ := m.seat()
	return mine.Valid() && !m.room.Wishes[mine-1]
}

// handleKey handles a key press.
func (m model) handleKey(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	m.link.wake()
	name := k.String()
	if name == "ctrl+c" {
		return m, tea.Quit
	}
	if m.reading != readNothing {
		return m.turnPage(name), nil
	}
	if m.input == "" {
		if next, handled := m.handleSingleKey(name); handled {
			return next, next.quitIfLeaving()
		}
	}
	switch name {
	case "enter":
		typed := strings.TrimSpace(m.input)
		m.input = ""
		if typed != "" || m.replay.on {
			m = m.submit(typed)
		}
		return m, m.quitIfLeaving()
	case "esc":
		m.input = ""
	default:
		m.input = edit(m.input, name, k.Text, maxInput)
	}
	return m, nil
}

func (m model) quitIfLeaving() tea.Cmd {
	if m.leaving {
		return tea.Quit
	}
	return nil
}

// handleSingleKey handles the keys that act at once while the input line is empty.
func (m model) handleSingleKey(name string) (next model, handled bool) {
	if m.replay.on {
		if next, handled := m.replayKey(name); handled {
			return next, true
		}
	}
	if q, ok := m.question(); ok {
		key := strings.ToLower(name)
		switch {
		case len(key) != 1:
		case strings.Contains(m.say(texts.YesKeys), key):
			return q.yes(m), true
		case strings.Contains(m.say(texts.NoKeys), key):
			return q.no(m), true
		}
	}
	switch {
	case name == "?":
		m = m.read(readHelp)
	case name == "r" && m.connection == replaced:
		m = m.takeSeatBack()
	default:
		return m, false
	}
	return m, true
}

// takeSeatBack connects to the user's seat again, after it was opened in another place.
func (m model) takeSeatBack() model {
	m.connection, m.lostAt = connecting, m.now
	m.link.resume()
	return m
}

// submit carries out a line of input: a move or a slash command.
func (m model) submit(text string) model {
	m.resigning = false
	if m.replay.on && !strings.HasPrefix(text, "/") {
		return m.submitReplay(text)
	}
	if text == "q" {
		m.leaving = true
		return m
	}
	if texts.CmdHelp.Is(text) { // no move is called so
		return m.read(readHelp)
	}
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if !strings.HasPrefix(word, "/") {
		if m.awaitingAnswer("move") {
			m.notice = m.say(texts.NoAnswerYet)
			return m
		}
		if !m.isPlayer() {
			m.notice = m.say(texts.YouOnlyWatch)
			return m
		}
		return m.send(command{T: "move", Move: m.game().toNotation(text)})
	}
	i := slices.IndexFunc(slashCommands, func(w slashCommand) bool { return w.name.Is(word[1:]) })
	if i < 0 {
		m.notice = m.say(texts.NotACommand, word)
		return m
	}
	return slashCommands[i].do(m, rest)
}
