package main

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// This file is what the person can do: keys, questions answered with y or n,
// and what is typed and ended with Enter.

// question is asked at the bottom, and answered with one key.
type question struct {
	text    string
	yes, no func(model) model
}

// question returns the one that stands.
func (m model) question() (q question, stands bool) {
	mine, both := m.room.seatOf(m.me)
	if m.cfg.watch || m.connection == replaced {
		return q, false
	}
	o := m.room.offer
	switch {
	case m.room.phase == playing && o.seat.valid() && mine.valid() && !both && o.seat != mine:
		q.text = m.name(o.seat) + " offers a draw. Agreed?"
		if o.what == offerTakeback {
			q.text = m.name(o.seat) + " asks to take the last move back. Allowed?"
		}
		q.yes = func(m model) model { return m.give(command{T: "accept", Offer: o.what}) }
		q.no = func(m model) model { return m.give(command{T: "decline", Offer: o.what}) }
		return q, !m.underWay("accept") && !m.underWay("decline")
	case m.mayAskAgain():
		q.text = "Another game?"
		if asker := mine.other(); mine.valid() && m.room.rematch[asker-1] {
			q.text = m.name(asker) + " asks for another game. Another game?"
		}
		q.yes = func(m model) model { return m.give(command{T: "rematch"}) }
		q.no = func(m model) model { m.leaves = true; return m }
		return q, true
	}
	return q, false
}

// mayAskAgain reports whether the person could want another game here, and has
// not said so yet.
func (m model) mayAskAgain() bool {
	if m.room.phase != finished || m.room.imported || m.underWay("rematch") {
		return false
	}
	if m.room.machines() {
		return m.room.owner == m.me && m.me != ""
	}
	mine, _ := m.room.seatOf(m.me)
	return mine.valid() && !m.room.rematch[mine-1]
}

// key handles one key.
func (m model) key(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	m.link.wake()
	name := k.String()
	if name == "ctrl+c" {
		return m, tea.Quit
	}
	if m.help {
		m.help = false
		return m, nil
	}
	if m.line == "" {
		if next, done := m.oneKey(name); done {
			return next, next.quits()
		}
	}
	switch name {
	case "enter":
		typed := strings.TrimSpace(m.line)
		m.line = ""
		if typed != "" {
			m = m.typed(typed)
		}
		return m, m.quits()
	case "esc", "ctrl+u":
		m.line = ""
	case "backspace", "ctrl+h":
		if runes := []rune(m.line); len(runes) > 0 {
			m.line = string(runes[:len(runes)-1])
		}
	default:
		m.line = cut(m.line+printable(k.Text), maxLine)
	}
	return m, nil
}

func (m model) quits() tea.Cmd {
	if m.leaves {
		return tea.Quit
	}
	return nil
}

// oneKey handles the keys that do something by themselves while nothing is
// typed.
func (m model) oneKey(name string) (next model, done bool) {
	if q, stands := m.question(); stands {
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

// typed carries out what was ended with Enter: a move, or a word behind a slash.
func (m model) typed(text string) model {
	if text == "q" {
		text = "/quit"
	}
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if !strings.HasPrefix(word, "/") {
		if m.underWay("move") {
			m.notice = "Your last move has no answer yet."
			return m
		}
		if !m.plays() {
			m.notice = "You are watching."
			return m
		}
		return m.give(command{T: "move", Move: gameOf(m.room.variant).move(text)})
	}
	i := slices.IndexFunc(slashWords, func(w slashWord) bool { return "/"+w.name == word })
	if i < 0 {
		m.notice = word + " is no command. Press ? for help."
		return m
	}
	return slashWords[i].do(m, rest)
}

// slashWord is a command that is typed.
type slashWord struct {
	name, argument, meaning string
	do                      func(m model, argument string) model
}

func giving(c command) func(model, string) model {
	return func(m model, _ string) model { return m.give(c) }
}

// slashWords are all of them, in the order of the help.
var slashWords = []slashWord{
	{"draw", "", "offer a draw", giving(command{T: "offer", Offer: offerDraw})},
	{"takeback", "", "ask to take your last move back", giving(command{T: "offer", Offer: offerTakeback})},
	{"withdraw", "", "withdraw your offer", func(m model, _ string) model {
		return m.give(command{T: "decline", Offer: m.room.offer.what})
	}},
	{"resign", "", "give the game up", giving(command{T: "resign"})},
	{"claim", "win|draw", "when the other has been away", func(m model, result string) model {
		if result == "" {
			result = "win"
		}
		return m.give(command{T: "claim", Result: result})
	}},
	{"again", "", "ask for another game", giving(command{T: "rematch"})},
	{"say", "EMOTE", "hello luck well-played thanks oops wow thinking bye", func(m model, emote string) model {
		return m.give(command{T: "emote", Emote: emote})
	}},
	{"mute", "", "hide or show what the other says", func(m model, _ string) model {
		m.muted = !m.muted
		return m
	}},
	{"name", "NAME", "change your nickname", func(m model, name string) model {
		return m.give(command{T: "name", Name: name})
	}},
	{"invite", "LEVEL", "seat an AI in your waiting room", func(m model, level string) model {
		return m.give(command{T: "invite", Level: level})
	}},
	{"pace", "MS", "AI against AI: time between moves", func(m model, text string) model {
		ms, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			m.notice = "/pace needs a number of milliseconds."
			return m
		}
		return m.give(command{T: "pace", MS: &ms, Paused: &m.room.paused})
	}},
	{"pause", "", "AI against AI: stop, and go on", func(m model, _ string) model {
		paused, ms := !m.room.paused, m.room.pace
		return m.give(command{T: "pace", MS: &ms, Paused: &paused})
	}},
	{"quit", "", "leave; q does too", func(m model, _ string) model {
		m.leaves = true
		return m
	}},
}
