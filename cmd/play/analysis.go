package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/rules"
)

// This file asks for the value of a position and of its moves, POST /api/analysis of
// docs/api/openapi.yaml, and describes it in words.

// place is a place in a game: the moves that lead there.
type place struct {
	game  rules.Game
	moves []string
}

// notation joins the moves as the protocol does.
func (p place) notation() string { return strings.Join(p.moves, p.game.Separator()) }

// equal reports whether p and q are the same position, with the same moves before it.
func (p place) equal(q place) bool { return p.game == q.game && slices.Equal(p.moves, q.moves) }

// analysed is the report of an analysis: the answer about place, or the error.
type analysed struct {
	place  place
	answer analysis.Report
	err    error
}

// pending reports whether a better answer will follow.
func (a analysed) pending() bool { return a.err == nil && !a.answer.Done && !a.answer.Over }

// analysisWait is how long a request waits for the final answer, in milliseconds. Then the hub
// sends a partial answer. A short wait shows the first results soon.
const analysisWait = 1500

// analyse returns the hub's answer about a position, which may be partial.
func (h hubClient) analyse(ctx context.Context, p place) (a analysis.Report, err error) {
	body := struct {
		Variant string `json:"variant"`
		Moves   string `json:"moves"`
		WaitMS  int    `json:"wait_ms"`
	}{p.game.Variant(), p.notation(), analysisWait}
	return a, h.request(ctx, "api/analysis", body, &a)
}

// analyse opens the page about the position on the screen. During a game it would be advice, so
// only spectators and people who play both seats may open it then.
func (m *model) analyse() {
	_, both := m.seat()
	if m.room.Phase == room.PhasePlaying && m.isPlayer() && !both {
		m.notice = m.say(texts.NotWhilePlaying)
		return
	}
	m.analysis = analysed{place: place{m.room.Game, slices.Clone(m.shownMoves())}}
	m.link.analyse(m.analysis.place)
	m.read(readAnalysis)
}

// analyse asks for the value of a position, until the answer is final or an error. The link reports
// each answer.
func (l *link) analyse(p place) {
	l.ask(func(ctx context.Context) {
		for last := false; !last && ctx.Err() == nil; {
			answer, err := l.hub.analyse(ctx, p)
			l.report(ctx, analysed{p, answer, err})
			last = err != nil || answer.Done
		}
	})
}

// The least estimates at which a side is called slightly ahead, and ahead.
const (
	slightlyAhead = 8
	ahead         = 35
)

// ownTurns and otherTurns return how many of the plies to the end of a game the side to move
// plays, and how many the other side plays.
func ownTurns(plies int) int { return (plies + 1) / 2 }

func otherTurns(plies int) int { return max(1, plies/2) }

// positionText describes the value of a position in a sentence. mover is the name of the side to
// move, waiter that of the other side.
func positionText(l texts.Lang, v room.Value, mover, waiter string) string {
	wins := func(name string, turns int, several texts.Text) string {
		if turns == 1 {
			return l.Say(texts.WinsNext, name)
		}
		return l.Say(several, name, turns)
	}
	switch low, high := v.Low.Result, v.High.Result; {
	case v.Exact() && low == room.ValueWin:
		return wins(mover, ownTurns(v.Low.Plies), texts.WinsIn)
	case v.Exact() && low == room.ValueLoss:
		return wins(waiter, otherTurns(v.Low.Plies), texts.WinsIn)
	case v.Exact():
		return l.Say(texts.DrawWithBest)
	case low == room.ValueWin:
		return wins(mover, ownTurns(v.Low.Plies), texts.WinsWithin)
	case high == room.ValueLoss:
		return wins(waiter, otherTurns(v.High.Plies), texts.WinsWithin)
	case low == room.ValueDraw:
		return l.Say(texts.HoldsDraw, mover)
	case high == room.ValueDraw:
		return l.Say(texts.HoldsDraw, waiter)
	}
	name := mover
	if v.Estimate < 0 {
		name = waiter
	}
	switch size := max(v.Estimate, -v.Estimate); {
	case size < slightlyAhead:
		return l.Say(texts.IsEven)
	case size < ahead:
		return l.Say(texts.IsSlightly, name)
	}
	return l.Say(texts.IsAhead, name)
}

// moveText describes the value of a move for its player.
func moveText(l texts.Lang, v room.Value) string {
	switch low, high := v.Low.Result, v.High.Result; {
	case low == room.ValueWin && (v.Exact() || ownTurns(v.Low.Plies) == 1):
		return endText(l, v.Low.Plies)
	case v.Exact() && low == room.ValueLoss:
		return endText(l, -v.Low.Plies)
	case v.Exact():
		return l.Say(texts.MoveDraws)
	case low == room.ValueWin:
		return l.Say(texts.MoveWinsWithin, ownTurns(v.Low.Plies))
	case high == room.ValueLoss:
		return l.Count(otherTurns(v.High.Plies), texts.MoveLosesOne, texts.MoveLosesWithin)
	case low == room.ValueDraw:
		return l.Say(texts.MoveHolds)
	case high == room.ValueDraw:
		return l.Say(texts.MoveLimited)
	case low != "" || high != "" || v.Estimate != 0:
		return l.Say(texts.MoveEstimate, v.Estimate)
	}
	return l.Say(texts.MoveUnknown)
}

// analysisLines returns the page about the position that the user has asked about.
func (m *model) analysisLines() []string {
	l, a := m.cfg.lang, m.analysis
	title := l.Say(texts.AnalysisOfStart)
	if n := len(a.place.moves); n > 0 {
		title = l.Say(texts.AnalysisOf, n)
	}
	lines := []string{strong.Render(title), ""}
	mover := room.MoverAt(m.room.First, len(a.place.moves))
	switch {
	case a.err != nil:
		return append(lines, l.Say(texts.AnalysisFailed, a.err))
	case a.answer.Over:
		return append(lines, l.Say(texts.AnalysisOver))
	case len(a.answer.Moves) == 0:
		return append(lines, l.Say(texts.Analysing)+m.glyphs.ellipsis)
	}
	lines = append(lines, l.Say(texts.AnalysisToMove, m.marked(mover)),
		positionText(l, a.answer.Value, m.name(mover), m.name(mover.Other())), "")
	width := 0
	for _, v := range a.answer.Moves {
		width = max(width, lipgloss.Width(printable(v.Move)))
	}
	for _, v := range a.answer.Moves {
		lines = append(lines, fmt.Sprintf("  %-*s  %s", width, printable(v.Move), moveText(l, v.Value)))
	}
	depth := l.Say(texts.AnalysisExact)
	if !a.answer.Value.Exact() {
		depth = l.Say(texts.AnalysisDepth, a.answer.Depth, a.answer.Nodes)
	}
	if !a.answer.Done {
		depth += " " + l.Say(texts.Analysing) + m.glyphs.ellipsis
	}
	return append(lines, "", depth)
}
