package main

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
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
	mine, both := m.room.seatOf(m.me)
	if m.cfg.watch || m.connection == replaced {
		return q, false
	}
	o := m.room.offer
	switch {
	case m.room.phase == playing && o.seat.valid() && mine.valid() && !both && o.seat != mine:
		q.text = m.name(o.seat) + " offers a draw. Agreed?"
		if o.kind == offerTakeback {
			q.text = m.name(o.seat) + " asks to take the last move back. Allowed?"
		}
		q.yes = func(m model) model { return m.send(command{T: "accept", Offer: o.kind}) }
		q.no = func(m model) model { return m.send(command{T: "decline", Offer: o.kind}) }
		return q, !m.awaitingAnswer("accept") && !m.awaitingAnswer("decline")
	case m.canAskForRematch():
		q.text = "Another game?"
		if asker := mine.other(); mine.valid() && m.room.rematch[asker-1] {
			q.text = m.name(asker) + " asks for another game. Another game?"
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
	if m.room.phase != finished || m.room.imported || m.awaitingAnswer("rematch") {
		return false
	}
	if m.room.aiAgainstAI() {
		return m.room.owner == m.me && m.me != ""
	}
	mine, _ := m.room.seatOf(m.me)
	return mine.valid() && !m.room.rematch[mine-1]
}

// handleKey handles a key press.
func (m model) handleKey(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	m.link.wake()
	name := k.String()
	if name == "ctrl+c" {
		return m, tea.Quit
	}
	if m.help {
		m.help = false
		return m, nil
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
		if typed != "" {
			m = m.submit(typed)
		}
		return m, m.quitIfLeaving()
	case "esc", "ctrl+u":
		m.input = ""
	case "backspace", "ctrl+h":
		if runes := []rune(m.input); len(runes) > 0 {
			m.input = string(runes[:len(runes)-1])
		}
	default:
		m.input = truncate(m.input+printable(k.Text), maxInput)
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
	if q, ok := m.question(); ok {
		switch name {
		case "y", "Y":
			return q.yes(m), true
		case "n", "N":
			return q.no(m), true
		}
	}
	switch {
	case name == "?":
		m.help = true
	case name == "r" && m.connection == replaced:
		m.connection, m.lostAt = connecting, m.now
		m.link.resume()
	default:
		return m, false
	}
	return m, true
}

// submit carries out a line of input: a move or a slash command.
func (m model) submit(text string) model {
	if text == "q" {
		text = "/quit"
	}
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if !strings.HasPrefix(word, "/") {
		if m.awaitingAnswer("move") {
			m.notice = "Your last move has no answer yet."
			return m
		}
		if !m.isPlayer() {
			m.notice = "You are watching."
			return m
		}
		return m.send(command{T: "move", Move: gameForVariant(m.room.variant).toNotation(text)})
	}
	i := slices.IndexFunc(slashCommands, func(w slashCommand) bool { return "/"+w.name == word })
	if i < 0 {
		m.notice = word + " is not a command. Press ? for help."
		return m
	}
	return slashCommands[i].do(m, rest)
}

// slashCommand is a typed command such as /draw.
type slashCommand struct {
	name, argument, meaning string
	do                      func(m model, argument string) model
}

// sends returns a function that sends c.
func sends(c command) func(model, string) model {
	return func(m model, _ string) model { return m.send(c) }
}

// slashCommands lists all slash commands in the order of the help.
var slashCommands = []slashCommand{
	{"draw", "", "offer a draw", sends(command{T: "offer", Offer: offerDraw})},
	{"takeback", "", "ask to take your last move back", sends(command{T: "offer", Offer: offerTakeback})},
	{"withdraw", "", "withdraw your offer", func(m model, _ string) model {
		return m.send(command{T: "decline", Offer: m.room.offer.kind})
	}},
	{"resign", "", "give up the game", sends(command{T: "resign"})},
	{"claim", "win|draw", "claim the game when the other player has been away", func(m model, result string) model {
		if result == "" {
			result = "win"
		}
		return m.send(command{T: "claim", Result: result})
	}},
	{"again", "", "ask for another game", sends(command{T: "rematch"})},
	{"say", "EMOTE", "hello luck well-played thanks oops wow thinking bye", func(m model, emote string) model {
		return m.send(command{T: "emote", Emote: emote})
	}},
	{"mute", "", "hide or show the other player's emotes", func(m model, _ string) model {
		m.muted = !m.muted
		return m
	}},
	{"name", "NAME", "change your nickname", func(m model, name string) model {
		return m.send(command{T: "name", Name: name})
	}},
	{"invite", "LEVEL", "give the free seat to an AI", func(m model, level string) model {
		return m.send(command{T: "invite", Level: level})
	}},
	{"pace", "MS", "AI against AI: time between moves", func(m model, text string) model {
		ms, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			m.notice = "/pace needs a number of milliseconds."
			return m
		}
		return m.send(command{T: "pace", MS: &ms, Paused: &m.room.paused})
	}},
	{"pause", "", "AI against AI: pause or continue", func(m model, _ string) model {
		paused, ms := !m.room.paused, m.room.pace
		return m.send(command{T: "pace", MS: &ms, Paused: &paused})
	}},
	{"quit", "", "leave for good (also: q)", func(m model, _ string) model {
		m.leaving = true
		return m
	}},
}
