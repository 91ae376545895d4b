package main

import (
	"fmt"
	"strings"
)

// This file holds the sentences on the screen.

// name returns the name of a seat in sentences.
func (m model) name(s seat) string {
	p := m.room.players[s-1]
	switch {
	case p.Name != "":
		return p.Name
	case p.Level != "":
		return levelName(p.Level)
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
	case m.room.phase == playing && m.room.delegated[s-1] != "":
		return m.name(s) + " (the AI plays: " + m.room.delegated[s-1] + ")"
	case p.Level != "":
		return m.name(s) + " (AI)"
	case mine == s && !both && !m.cfg.watch:
		return m.name(s) + " (you)"
	}
	return m.name(s)
}

// statusLine describes the state of the connection and the room in one line.
func (m model) statusLine() string {
	switch {
	case m.connection == replaced:
		return "Your seat is now open in another place. Press r to take it back."
	case m.connection == connecting && m.room.phase == loading:
		return "Connecting to " + m.cfg.origin.Host + m.glyphs.ellipsis
	case m.connection == down && m.now.Sub(m.lostAt) >= showLostAfter:
		return "The connection is lost. Trying again" + m.glyphs.ellipsis
	case !m.storeUp:
		return "The hub's store does not answer. The game continues when it does."
	}
	switch m.room.phase {
	case waiting:
		if m.isPlayer() {
			return "Send this link to a friend: " + m.shareURL
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
	case m.isMyTurn() && !both:
		return number + "your turn (" + seatMarks[turn] + ")."
	case m.room.players[turn-1].Level != "":
		return number + m.name(turn) + " (" + seatMarks[turn] + ") is thinking."
	}
	return number + m.name(turn) + " (" + seatMarks[turn] + ") is to move."
}

// winReasons maps the reason of an ending to the end of a sentence.
var winReasons = map[string]string{
	"line":     "",
	"resigned": ": the other player has resigned",
	"left":     ": the other player has left",
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
	result := m.name(end.Winner) + " (" + seatMarks[end.Winner] + ") has won"
	if m.isPlayer() && !both {
		result = "You have won"
		if mine != end.Winner {
			result = "You have lost"
			return result + map[string]string{"resigned": ": you have resigned", "left": ": you had left", "time": " on time"}[end.Reason] + "."
		}
	}
	return result + winReasons[end.Reason] + "."
}

func (m model) closedText() string {
	switch m.room.closed {
	case "unjoined":
		return "Nobody took the second seat: the room is closed."
	case "operator":
		return "The operator of this service has closed the room."
	}
	return "Nobody has moved for a long time: the room is closed."
}

// remarks returns the notice if there is one, else sentences about recent events.
func (m model) remarks(g game) string {
	if m.notice != "" {
		return m.notice
	}
	var parts []string
	s := m.room
	say := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if e := s.emote; e.seat.valid() && !m.muted {
		say("%s says: %s.", m.name(e.seat), strings.ReplaceAll(e.emote, "-", " "))
	}
	switch {
	case s.last.takenBack:
		say("%s has taken %s back.", m.name(s.last.seat), s.last.move)
	case s.last.move != "":
		say("%s has played %s.", m.name(s.last.seat), s.last.move)
	}
	if s.switchedDevice.valid() {
		say("%s plays on another device now.", m.name(s.switchedDevice))
	}
	switch {
	case s.phase == waiting && s.owner == m.me && m.isPlayer():
		say("Or play the AI: /invite normal")
	case s.phase == playing:
		parts = append(parts, m.gameRemarks(g)...)
	}
	return strings.Join(parts, " ")
}

// gameRemarks returns the remarks about a game in progress.
func (m model) gameRemarks(g game) []string {
	var parts []string
	s := m.room
	if s.advice != "" {
		parts = append(parts, "Advice: "+s.advice+".")
	}
	if d, ok := g.(detailed); ok {
		if _, banned := d.details(s.first, s.moves); banned != "" {
			parts = append(parts, banned)
		}
	}
	if !m.isPlayer() {
		return parts
	}
	mine, both := s.seatOf(m.me)
	if s.offer.seat == mine && !both {
		parts = append(parts, map[string]string{
			offerDraw: "You have offered a draw.", offerTakeback: "You have asked to take your move back.",
		}[s.offer.kind])
	}
	if claimFrom := m.presence.Claim[mine.other()-1]; claimFrom > 0 {
		seconds := (claimFrom - m.hubNow() + 999) / 1000
		if seconds > 0 {
			parts = append(parts, fmt.Sprintf("%s has left. You may claim the game in %d s.", m.name(mine.other()), seconds))
		} else {
			parts = append(parts, m.name(mine.other())+" has left: /claim win, or /claim draw.")
		}
	}
	return parts
}

// prompt returns the bottom line: an open question, or what the user may type.
func (m model) prompt(g game) string {
	if q, ok := m.question(); ok && m.input == "" {
		return q.text + " (y/n) "
	}
	switch {
	case m.awaitingAnswer("move"):
		return "Sending" + m.glyphs.ellipsis + " " + m.input
	case m.isMyTurn():
		return g.prompt() + " (? for help): " + m.input
	case m.room.phase == finished && m.hasAskedForRematch():
		return "You have asked for another game. " + m.input
	case m.room.phase != loading && !m.isPlayer():
		return "You are watching (q leaves, ? for help): " + m.input
	}
	return "(? for help) " + m.input
}

func (m model) hasAskedForRematch() bool {
	mine, _ := m.room.seatOf(m.me)
	return m.awaitingAnswer("rematch") || mine.valid() && m.room.rematch[mine-1]
}
