package main

import (
	"fmt"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// This file describes an analysis in words.

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
	lines = append(lines, l.Say(texts.AnalysisToMove, m.name(mover), seatMarks[mover]),
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
