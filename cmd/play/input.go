package main

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// This file handles the user's input: lines, and keys that stand for lines.

// question is a question in the bottom line, answered with y or n.
type question struct {
	text    string
	yes, no func(m *model, _ string)
}

// question returns the open question, if there is one.
func (m *model) question() (q question, ok bool) {
	mine, both := m.seat()
	if m.cfg.watch || m.connection == replaced || m.replay.on {
		return q, false
	}
	o := m.room.Offered
	switch {
	case m.resigning && m.room.Phase == room.PhasePlaying:
		q.text = m.say(texts.AskResign)
		q.yes = sends(command{T: "resign"})
		q.no = func(*model, string) {}
		return q, true
	case m.room.Phase == room.PhasePlaying && o.Seat.Valid() && mine.Valid() && !both && o.Seat != mine:
		q.text = m.say(texts.AskDraw, m.name(o.Seat))
		if o.What == room.OfferTakeback {
			q.text = m.say(texts.AskTakeback, m.name(o.Seat))
		}
		q.yes, q.no = sends(command{T: "accept", Offer: o.What}), sends(command{T: "decline", Offer: o.What})
		return q, !m.awaitingAnswer("accept") && !m.awaitingAnswer("decline")
	case m.canAskForRematch():
		q.text = m.say(texts.AskAgain)
		if asker := mine.Other(); mine.Valid() && m.room.Wishes[asker-1] {
			q.text = m.say(texts.OtherAsksAgain, m.name(asker))
		}
		q.yes, q.no = sends(command{T: "rematch"}), (*model).leave
		return q, true
	}
	return q, false
}

// canAskForRematch reports whether the user can ask for another game and has not done
// so.
func (m *model) canAskForRematch() bool {
	if m.room.Phase != room.PhaseFinished || m.room.Imported || m.awaitingAnswer("rematch") {
		return false
	}
	if m.room.BothAI() {
		return m.room.Owner == m.me && m.me != ""
	}
	mine, _ := m.seat()
	return mine.Valid() && (!m.room.Wishes[mine-1] || m.room.Yields[mine-1])
}

// handleKey handles a key press.
func (m *model) handleKey(k tea.KeyPressMsg) tea.Cmd {
	m.link.wake()
	name := k.String()
	if name == "ctrl+c" {
		return tea.Quit
	}
	if m.reading != readNothing {
		m.turnPage(name)
		return nil
	}
	if line, acts := m.lineOfKey(name); acts {
		return m.typed(line)
	}
	switch name {
	case "enter":
		return m.typed(m.input)
	case "esc":
		m.input = ""
	default:
		m.input = edit(m.input, name, k.Text)
	}
	return nil
}

// typed carries out a line, and quits if the user leaves with it.
func (m *model) typed(line string) tea.Cmd {
	m.input = ""
	if m.carryOut(line); m.leaving {
		return tea.Quit
	}
	return nil
}

// lineOfKey returns the line for which a key stands. acts is false if the key is typed: always
// after the first character of a line.
func (m *model) lineOfKey(name string) (line string, acts bool) {
	if m.input != "" {
		return "", false
	}
	if m.replay.on {
		switch name {
		case "right", "down", "space":
			return "", true
		case "left", "up":
			return "b", true
		case "home":
			return "0", true
		case "end":
			return strconv.Itoa(len(m.room.Moves)), true
		case "esc":
			return "q", true
		}
	}
	_, asked := m.question()
	return name, name == "?" || name == "r" && m.connection == replaced || asked && len(name) == 1 && (isYes(name) || isNo(name))
}

// isYes and isNo report what a line answers to a question. They know the words of both languages.
func isYes(line string) bool {
	return slices.Contains([]string{"y", "yes", "o", "oui"}, strings.ToLower(line))
}

func isNo(line string) bool {
	return slices.Contains([]string{"n", "no", "non"}, strings.ToLower(line))
}

// carryOut carries out a line: an answer, a move, a position of a replay or a command.
func (m *model) carryOut(line string) {
	line = strings.TrimSpace(line)
	switch {
	case line == "" && !m.replay.on:
		return
	case line == "?" || texts.CmdHelp.Is(line): // no move is called so
		m.read(readHelp)
		return
	}
	q, asked := m.question()
	m.notice, m.resigning = "", false
	word, argument, _ := strings.Cut(line, " ")
	switch {
	case asked && isYes(line):
		q.yes(m, "")
	case asked && isNo(line):
		q.no(m, "")
	case line == "r" && m.connection == replaced:
		m.connection, m.lostAt = connecting, m.now
		m.link.resume()
	case strings.HasPrefix(line, "/"):
		i := slices.IndexFunc(slashCommands, func(w slashCommand) bool { return w.name.Is(word[1:]) })
		if i < 0 {
			m.notice = m.say(texts.NotACommand, word)
			return
		}
		argument = strings.TrimSpace(argument)
		if argument != "" && slashCommands[i].argument == noArgument {
			m.notice = m.say(texts.NoArgument, word, argument)
			return
		}
		slashCommands[i].do(m, argument)
	case m.replay.on:
		m.replayLine(line)
	case line == "q":
		m.leave("")
	case m.awaitingAnswer("move"):
		m.notice = m.say(texts.NoAnswerYet)
	case !m.isPlayer():
		m.notice = m.say(texts.YouOnlyWatch)
	default:
		m.send(command{T: "move", Move: m.game().toNotation(line)})
	}
}

// leave ends the program, and tells the hub that the user leaves for good.
func (m *model) leave(string) { m.leaving = true }
