package main

import (
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
)

// This file holds the sentences on the screen.

// name returns the name of a seat in sentences.
func (m model) name(s seat) string {
	p := m.room.players[s-1]
	switch {
	case p.Name != "":
		return p.Name
	case p.Level != "":
		return m.cfg.lang.Level(p.Level)
	}
	return m.say(texts.Player, s)
}

func (m model) nameAndKind(s seat) string {
	p := m.room.players[s-1]
	mine, both := m.room.seatOf(m.me)
	switch {
	case p.free():
		return m.say(texts.FreeSeat)
	case m.room.phase == playing && m.room.delegated[s-1] != "":
		return m.say(texts.AIPlaysFor, m.name(s), m.cfg.lang.Level(m.room.delegated[s-1]))
	case p.Level != "":
		return m.say(texts.TheAI, m.name(s))
	case mine == s && !both && !m.cfg.watch:
		return m.say(texts.You, m.name(s))
	}
	return m.name(s)
}

// statusLine describes the state of the connection and the room in one line.
func (m model) statusLine() string {
	switch {
	case m.connection == replaced:
		return m.say(texts.Replaced)
	case m.connection == connecting && m.room.phase == loading:
		return m.say(texts.Connecting, m.cfg.origin.Host) + m.glyphs.ellipsis
	case m.connection == down && m.now.Sub(m.lostAt) >= showLostAfter:
		return m.say(texts.ConnectionLost) + m.glyphs.ellipsis
	case !m.storeUp:
		return m.say(texts.StoreAway)
	}
	if m.replay.on {
		return m.replayStatus()
	}
	switch m.room.phase {
	case waiting:
		if m.isPlayer() {
			return m.say(texts.SendThisLink, m.shareURL)
		}
		return m.say(texts.NobodySeated)
	case playing:
		return m.turnText()
	case finished:
		return m.endText()
	case closed:
		return m.closedText()
	}
	return m.say(texts.Connecting, m.cfg.origin.Host) + m.glyphs.ellipsis
}

func (m model) turnText() string {
	turn := m.room.turn()
	_, both := m.room.seatOf(m.me)
	number, mark := len(m.room.moves)+1, seatMarks[turn]
	switch {
	case m.room.paused:
		return m.say(texts.MovePaused, number)
	case m.room.delegated[turn-1] != "":
		return m.say(texts.MoveDelegated, number, m.name(turn), mark)
	case m.isMyTurn() && !both:
		return m.say(texts.MoveYours, number, mark)
	case m.room.players[turn-1].Level != "":
		return m.say(texts.MoveThinking, number, m.name(turn), mark)
	}
	return m.say(texts.MoveOther, number, m.name(turn), mark)
}

// The sentences about a result, by the reason of the ending. "line" is a winning line.
var (
	wonTexts = map[string]texts.Text{
		"line": texts.Won, "resigned": texts.WonResigned, "left": texts.WonLeft, "time": texts.WonTime,
	}
	youWonTexts = map[string]texts.Text{
		"line": texts.YouWon, "resigned": texts.YouWonResign, "left": texts.YouWonLeft, "time": texts.YouWonTime,
	}
	youLostTexts = map[string]texts.Text{
		"line": texts.YouLost, "resigned": texts.YouLostResign, "left": texts.YouLostLeft, "time": texts.YouLostTime,
	}
	drawTexts = map[string]texts.Text{
		"agreed": texts.DrawAgreed, "left": texts.DrawLeft,
	}
)

// reasonText returns the text for a reason, or general if this program does not know the reason.
func reasonText(list map[string]texts.Text, reason string, general texts.Text) texts.Text {
	if t, ok := list[reason]; ok {
		return t
	}
	return general
}

func (m model) endText() string {
	end := m.room.end
	if !end.Winner.valid() {
		if d, ok := gameForVariant(m.room.variant).(drawExplainer); ok && end.Reason == "draw" {
			return m.say(d.drawText(m.room.first, m.room.moves))
		}
		return m.say(reasonText(drawTexts, end.Reason, texts.Draw))
	}
	mine, both := m.room.seatOf(m.me)
	switch {
	case !m.isPlayer() || both:
		return m.say(reasonText(wonTexts, end.Reason, texts.Won), m.name(end.Winner), seatMarks[end.Winner])
	case mine == end.Winner:
		return m.say(reasonText(youWonTexts, end.Reason, texts.YouWon))
	}
	return m.say(reasonText(youLostTexts, end.Reason, texts.YouLost))
}

func (m model) closedText() string {
	switch m.room.closed {
	case "unjoined":
		return m.say(texts.ClosedNobody)
	case "operator":
		return m.say(texts.ClosedByHost)
	}
	return m.say(texts.ClosedUnmoved)
}

// remarks returns the notice if there is one, else sentences about recent events.
func (m model) remarks(g game) string {
	if m.notice != "" {
		return m.notice
	}
	return strings.Join(m.remarkList(g), " ")
}

// remarkList returns sentences about recent events.
func (m model) remarkList(g game) []string {
	if m.replay.on {
		return nil
	}
	var parts []string
	s := m.room
	add := func(t texts.Text, args ...any) { parts = append(parts, m.say(t, args...)) }
	if e := s.emote; e.seat.valid() && !m.muted {
		add(texts.Says, m.name(e.seat), m.cfg.lang.Emote(e.emote))
	}
	switch {
	case s.last.takenBack:
		add(texts.TookBack, m.name(s.last.seat), s.last.move)
	case s.last.move != "":
		add(texts.Played, m.name(s.last.seat), s.last.move)
	}
	if s.switchedDevice.valid() {
		add(texts.OtherDevice, m.name(s.switchedDevice))
	}
	parts = append(parts, m.levelRemarks()...)
	switch {
	case s.phase == waiting && s.owner == m.me && m.isPlayer():
		add(texts.OrInvite)
	case s.phase == playing:
		parts = append(parts, m.gameRemarks(g)...)
	}
	return parts
}

// levelRemarks says who has let the AI play or plays again, and which level was changed. On the
// screen, the line of a player says it if the AI plays the turns of that player.
func (m model) levelRemarks() (parts []string) {
	s := m.room
	for _, st := range []seat{1, 2} {
		if m.lineByLine && s.phase == playing && s.delegated[st-1] != "" {
			parts = append(parts, m.say(texts.Delegated, m.name(st), m.cfg.lang.Level(s.delegated[st-1])))
		}
	}
	if s.tookOver.valid() {
		parts = append(parts, m.say(texts.TookOver, m.name(s.tookOver)))
	}
	if s.levelSet.valid() {
		parts = append(parts, m.say(texts.LevelSet, seatMarks[s.levelSet], m.cfg.lang.Level(s.players[s.levelSet-1].Level)))
	}
	return parts
}

// gameRemarks returns the remarks about a game in progress.
func (m model) gameRemarks(g game) []string {
	var parts []string
	s := m.room
	mine, both := s.seatOf(m.me)
	if s.advice.move != "" && (!m.isPlayer() || both || s.advice.seat == mine) {
		parts = append(parts, m.say(texts.Advice, s.advice.move))
	}
	if d, ok := g.(detailed); ok {
		if banned := d.banned(m.cfg.lang, s.first, s.moves); banned != "" {
			parts = append(parts, banned)
		}
		if n := d.repetitions(s.first, s.moves); n > 1 {
			parts = append(parts, m.say(texts.Repeated, n))
		}
	}
	if !m.isPlayer() {
		return parts
	}
	if text := m.endedOfferText(); text != "" {
		parts = append(parts, text)
	}
	if s.offer.seat == mine && !both {
		switch s.offer.kind {
		case offerDraw:
			parts = append(parts, m.say(texts.YouOfferDraw))
		case offerTakeback:
			parts = append(parts, m.say(texts.YouAskTakeback))
		}
	}
	if claimFrom := m.presence.Claim[mine.other()-1]; claimFrom > 0 {
		seconds := (claimFrom - m.hubNow() + 999) / 1000
		if seconds > 0 && m.lineByLine {
			parts = append(parts, m.say(texts.HasLeft, m.name(mine.other()))) // no line for each second
		} else if seconds > 0 {
			parts = append(parts, m.say(texts.MayClaimLater, m.name(mine.other()), seconds))
		} else {
			parts = append(parts, m.say(texts.MayClaim, m.name(mine.other())))
		}
	}
	return parts
}

// endedOfferText says who has refused or withdrawn the last offer. It is empty if the user did.
func (m model) endedOfferText() string {
	e := m.room.ended
	mine, both := m.room.seatOf(m.me)
	switch {
	case !e.by.valid() || e.by == mine || both:
		return ""
	case e.by == e.offer.seat:
		return m.say(texts.OfferWithdrawn, m.name(e.by))
	case e.offer.kind == offerTakeback:
		return m.say(texts.BackRefused, m.name(e.by))
	}
	return m.say(texts.DrawRefused, m.name(e.by))
}

// prompt returns the bottom line: an open question, or what the user may type.
func (m model) prompt(g game) string {
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
		return m.say(texts.PromptMove, g.prompt(m.cfg.lang)) + m.input
	case m.hasDelegated():
		return m.say(texts.PromptDelegated) + m.input
	case m.room.phase == finished && m.hasAskedForRematch():
		return m.say(texts.AskedAgain) + m.input
	case m.room.phase != loading && !m.isPlayer():
		return m.say(texts.PromptWatch) + m.input
	}
	return m.say(texts.PromptHelp) + m.input
}

func (m model) hasAskedForRematch() bool {
	mine, _ := m.room.seatOf(m.me)
	return m.awaitingAnswer("rematch") || mine.valid() && m.room.rematch[mine-1]
}
