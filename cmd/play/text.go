package main

import (
	"cmp"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// This file holds the sentences on the screen.

// name returns the name of a seat in sentences. If both players have the same name, it has the
// player's mark.
func (m *model) name(s room.Seat) string {
	if strings.EqualFold(m.label(s), m.label(s.Other())) {
		return m.marked(s)
	}
	return m.label(s)
}

// marked returns the name of a seat with its mark.
func (m *model) marked(s room.Seat) string { return m.label(s) + " (" + seatMarks[s] + ")" }

// label returns the name of a seat beside its mark.
func (m *model) label(s room.Seat) string {
	return playerName(m.cfg.lang, m.room.Players[s-1], s)
}

// playerName returns the nickname of a player, else the level of the AI, else the number of the seat.
func playerName(l texts.Lang, p room.Player, s room.Seat) string {
	switch {
	case p.Name != "":
		return names.Isolated(printable(p.Name))
	case p.Level != "":
		return l.Level(p.Level)
	}
	return l.Say(texts.Player, s)
}

func (m *model) nameAndKind(s room.Seat) string {
	p := m.room.Players[s-1]
	mine, both := m.seat()
	switch {
	case p.Free():
		return m.say(texts.FreeSeat)
	case m.room.Phase == room.PhasePlaying && m.room.Delegated[s-1] != "":
		return m.say(texts.AIPlaysFor, m.label(s), m.cfg.lang.Level(m.room.Delegated[s-1]))
	case p.Level != "":
		return m.say(texts.TheAI, m.label(s))
	case mine == s && !both && !m.cfg.watch:
		return m.say(texts.You, m.label(s))
	}
	return m.label(s)
}

// statusLine describes the state of the connection and the room in one line.
func (m *model) statusLine() string {
	switch {
	case m.connection == replaced:
		return m.say(texts.Replaced)
	case m.connection == down && m.now.Sub(m.lostAt) >= showLostAfter:
		return m.say(texts.ConnectionLost) + m.glyphs.ellipsis
	case m.connection != connecting && !m.storeUp:
		return m.say(texts.StoreAway)
	case m.room.Phase == room.PhaseNone:
		return m.say(texts.Connecting, m.cfg.origin.Host) + m.glyphs.ellipsis
	case m.replay.on:
		return m.replayStatus()
	}
	return m.standing()
}

// standing returns the line about the game. It says nothing about the connection.
func (m *model) standing() string {
	switch m.room.Phase {
	case room.PhaseWaiting:
		if m.isPlayer() {
			return m.say(texts.SendThisLink, m.shareURL)
		}
		return m.say(texts.NobodySeated)
	case room.PhasePlaying:
		return m.turnText()
	case room.PhaseFinished:
		return m.endText()
	}
	return m.say(cmp.Or(closedTexts[m.room.ClosedFor], texts.ClosedUnmoved))
}

func (m *model) turnText() string {
	turn := m.room.Turn()
	_, both := m.seat()
	number := len(m.room.Moves) + 1
	switch {
	case m.room.Paused:
		return m.say(texts.MovePaused, number)
	case m.room.Delegated[turn-1] != "":
		return m.say(texts.MoveDelegated, number, m.marked(turn))
	case m.isMyTurn() && !both:
		return m.say(texts.MoveYours, number, seatMarks[turn])
	case m.room.Players[turn-1].Level != "":
		return m.say(texts.MoveThinking, number, m.marked(turn))
	}
	return m.say(texts.MoveOther, number, m.marked(turn))
}

// wins are the sentences about a win, by its reason: for others, for the winner and for the loser.
var wins = map[string][3]texts.Text{
	room.ReasonLine:     {texts.Won, texts.YouWon, texts.YouLost},
	room.ReasonResigned: {texts.WonResigned, texts.YouWonResign, texts.YouLostResign},
	room.ReasonLeft:     {texts.WonLeft, texts.YouWonLeft, texts.YouLostLeft},
	room.ReasonTime:     {texts.WonTime, texts.YouWonTime, texts.YouLostTime},
}

// draws are the sentences about a draw that is not by the rules, by its reason.
var draws = map[string]texts.Text{room.ReasonAgreed: texts.DrawAgreed, room.ReasonLeft: texts.DrawLeft}

func (m *model) endText() string {
	end := m.room.End
	win := cmp.Or(wins[end.Reason], wins[room.ReasonLine]) // the hub may be newer
	mine, both := m.seat()
	switch {
	case end.Reason == room.ReasonDraw:
		return m.say(drawText(m.room.Position))
	case !end.Winner.Valid():
		return m.say(cmp.Or(draws[end.Reason], texts.Draw))
	case !m.isPlayer() || both:
		return m.say(win[0], m.marked(end.Winner))
	case mine == end.Winner:
		return m.say(win[1])
	}
	return m.say(win[2])
}

// closedTexts say why a room was closed, if not because nobody has moved for a long time.
var closedTexts = map[string]texts.Text{room.ReasonUnjoined: texts.ClosedNobody, room.ReasonOperator: texts.ClosedByHost}

// remarks returns the notice if there is one, else sentences about recent events.
func (m *model) remarks() string {
	if m.notice != "" {
		return m.notice
	}
	return strings.Join(m.remarkList(), " ")
}

// remarkList returns sentences about recent events.
func (m *model) remarkList() []string {
	if m.replay.on {
		return nil
	}
	var parts []string
	s, n := m.room, m.news
	add := func(t texts.Text, args ...any) { parts = append(parts, m.say(t, args...)) }
	if n.emote.Seat.Valid() && !m.muted {
		add(texts.Says, m.name(n.emote.Seat), printable(m.cfg.lang.Emote(n.emote.Emote)))
	}
	switch {
	case n.last.takenBack:
		add(texts.TookBack, m.name(n.last.seat), n.last.move)
	case n.scoreAsked && m.lineByLine: // said with the score
	case n.score != "":
		add(texts.PlayedScore, m.name(n.last.seat), n.last.move, n.score)
	case n.last.move != "":
		add(texts.Played, m.name(n.last.seat), n.last.move)
	}
	if n.switchedDevice.Valid() {
		add(texts.OtherDevice, m.name(n.switchedDevice))
	}
	for i, level := range s.Delegated {
		// On the screen, the line of the player says it.
		if m.lineByLine && s.Phase == room.PhasePlaying && level != "" {
			add(texts.Delegated, m.name(room.Seat(i+1)), m.cfg.lang.Level(level))
		}
	}
	if n.tookOver.Valid() {
		add(texts.TookOver, m.name(n.tookOver))
	}
	if n.levelSet.Valid() {
		add(texts.LevelSet, seatMarks[n.levelSet], m.cfg.lang.Level(s.Players[n.levelSet-1].Level))
	}
	for i, yields := range s.Yields {
		if yields {
			add(texts.NextYields, m.name(room.Seat(i+1)))
		}
	}
	if len(s.Challengers) > 0 {
		names := make([]string, len(s.Challengers))
		for i, c := range s.Challengers {
			names[i] = cmp.Or(printable(c.Name), m.say(texts.NextSomebody))
		}
		add(texts.NextGame, strings.Join(names, ", "))
	}
	switch {
	case s.Phase == room.PhaseWaiting && s.Owner == m.me && m.isPlayer():
		add(texts.OrInvite)
	case s.Phase == room.PhasePlaying:
		m.addGameRemarks(add)
	}
	return parts
}

// addGameRemarks adds the remarks about a game in progress.
func (m *model) addGameRemarks(add func(texts.Text, ...any)) {
	s := m.room
	mine, both := m.seat()
	if s.Advised != "" && (!m.isPlayer() || both || s.Turn() == mine) {
		add(texts.Advice, printable(s.Advised))
	}
	if p, ok := s.Position.(*rules.Force3Position); ok {
		addBan(p, add)
		if n := p.Repetitions(); n > 1 {
			add(texts.Repeated, n)
		}
	}
	if !m.isPlayer() {
		return
	}
	if !both {
		m.addOfferRemarks(mine, add)
	}
	if claimFrom := m.presence.Claim[mine.Other()-1]; claimFrom > 0 {
		seconds := (claimFrom - m.hubNow() + 999) / 1000
		switch {
		case seconds > 0 && m.lineByLine:
			add(texts.HasLeft, m.name(mine.Other())) // no line for each second
		case seconds > 0:
			add(texts.MayClaimLater, m.name(mine.Other()), seconds)
		default:
			add(texts.MayClaim, m.name(mine.Other()))
		}
	}
}

// addOfferRemarks says what the user has offered, and whether the other player has refused or
// withdrawn the last offer.
func (m *model) addOfferRemarks(mine room.Seat, add func(texts.Text, ...any)) {
	by, declined := m.news.declinedBy, m.news.declined
	switch {
	case !by.Valid() || by == mine:
	case by == declined.Seat:
		add(texts.OfferWithdrawn, m.name(by))
	case declined.What == room.OfferTakeback:
		add(texts.BackRefused, m.name(by))
	default:
		add(texts.DrawRefused, m.name(by))
	}
	switch offered := m.room.Offered; {
	case offered.Seat != mine:
	case offered.What == room.OfferDraw:
		add(texts.YouOfferDraw)
	default:
		add(texts.YouAskTakeback)
	}
}

// prompt returns the bottom line: an open question, or what the user may type.
func (m *model) prompt() string {
	if q, ok := m.question(); ok && m.input == "" {
		return m.say(texts.YesOrNo, q.text)
	}
	switch {
	case m.replay.on && m.lineByLine:
		return m.say(texts.ReplayLines)
	case m.replay.on:
		return m.say(texts.ReplayKeys) + m.input
	case m.awaitingAnswer("move"):
		return m.say(texts.Sending) + m.glyphs.ellipsis + " " + m.input
	case m.isMyTurn():
		return m.say(texts.PromptMove, m.game().prompt) + m.input
	case m.hasDelegated():
		return m.say(texts.PromptDelegated) + m.input
	case m.room.Phase == room.PhaseFinished && m.hasAskedForRematch():
		return m.say(texts.AskedAgain) + m.input
	case m.room.Phase != room.PhaseNone && !m.isPlayer():
		return m.say(texts.PromptWatch) + m.input
	}
	return m.say(texts.PromptHelp) + m.input
}

func (m *model) hasAskedForRematch() bool {
	mine, _ := m.seat()
	return m.awaitingAnswer("rematch") || mine.Valid() && m.room.Wishes[mine-1] && !m.room.Yields[mine-1]
}
