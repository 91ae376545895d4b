package main

import (
	"fmt"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
)

// This file describes an analysis in words.

// The least estimates at which a side is called slightly ahead, and ahead.
const (
	slightlyAhead = 8
	ahead         = 35
)

// exact returns the result if it is certain, else nil.
func (v value) exact() *gameValue {
	if v.Low != nil && v.High != nil && *v.Low == *v.High {
		return v.Low
	}
	return nil
}

// ownTurns and otherTurns return how many of the plies to the end of a game the side to move
// plays, and how many the other side plays.
func ownTurns(plies int) int { return (plies + 1) / 2 }

func otherTurns(plies int) int { return max(1, plies/2) }

func (g *gameValue) is(result string) bool { return g != nil && g.Result == result }

// positionText describes the value of a position in a sentence. mover is the name of the side to
// move, waiter that of the other side.
func (v value) positionText(l texts.Lang, mover, waiter string) string {
	wins := func(name string, turns int, several texts.Text) string {
		if turns == 1 {
			return l.Say(texts.WinsNext, name)
		}
		return l.Say(several, name, turns)
	}
	certain := v.exact()
	switch {
	case certain.is("win"):
		return wins(mover, ownTurns(certain.Plies), texts.WinsIn)
	case certain.is("loss"):
		return wins(waiter, otherTurns(certain.Plies), texts.WinsIn)
	case certain != nil:
		return l.Say(texts.DrawWithBest)
	case v.Low.is("win"):
		return wins(mover, ownTurns(v.Low.Plies), texts.WinsWithin)
	case v.High.is("loss"):
		return wins(waiter, otherTurns(v.High.Plies), texts.WinsWithin)
	case v.Low.is("draw"):
		return l.Say(texts.HoldsDraw, mover)
	case v.High.is("draw"):
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
func (v value) moveText(l texts.Lang) string {
	certain := v.exact()
	switch {
	case v.Low.is("win") && ownTurns(v.Low.Plies) == 1:
		return l.Say(texts.MoveWinsAtOnce)
	case certain.is("win"):
		return l.Say(texts.MoveWins, ownTurns(certain.Plies))
	case certain.is("loss"):
		return l.Count(otherTurns(certain.Plies), texts.MoveLosesOne, texts.MoveLoses)
	case certain != nil:
		return l.Say(texts.MoveDraws)
	case v.Low.is("win"):
		return l.Say(texts.MoveWinsWithin, ownTurns(v.Low.Plies))
	case v.High.is("loss"):
		return l.Count(otherTurns(v.High.Plies), texts.MoveLosesOne, texts.MoveLosesWithin)
	case v.Low.is("draw"):
		return l.Say(texts.MoveHolds)
	case v.High.is("draw"):
		return l.Say(texts.MoveLimited)
	case v.Low != nil || v.High != nil || v.Estimate != 0:
		return l.Say(texts.MoveEstimate, v.Estimate)
	}
	return l.Say(texts.MoveUnknown)
}

// analysisLines returns the page about the position that the user has asked about.
func (m model) analysisLines() []string {
	l, a := m.cfg.lang, m.analysis
	title := l.Say(texts.AnalysisOfStart)
	if n := len(a.position.moves); n > 0 {
		title = l.Say(texts.AnalysisOf, n)
	}
	lines := []string{m.painter.strong(title), ""}
	mover := m.room.first
	if len(a.position.moves)%2 == 1 {
		mover = mover.other()
	}
	switch {
	case a.err != nil:
		return append(lines, l.Say(texts.AnalysisFailed, a.err))
	case a.answer.Over:
		return append(lines, l.Say(texts.AnalysisOver))
	case len(a.answer.Moves) == 0:
		return append(lines, l.Say(texts.Analysing)+m.glyphs.ellipsis)
	}
	lines = append(lines, l.Say(texts.AnalysisToMove, m.name(mover), seatMarks[mover]),
		a.answer.Value.positionText(l, m.name(mover), m.name(mover.other())), "")
	width := 0
	for _, v := range a.answer.Moves {
		width = max(width, lipgloss.Width(v.Move))
	}
	for _, v := range a.answer.Moves {
		lines = append(lines, fmt.Sprintf("  %-*s  %s", width, v.Move, v.Value.moveText(l)))
	}
	depth := l.Say(texts.AnalysisExact)
	if a.answer.Value.exact() == nil {
		depth = l.Say(texts.AnalysisDepth, a.answer.Depth, a.answer.Nodes)
	}
	if !a.answer.Done {
		depth += " " + l.Say(texts.Analysing) + m.glyphs.ellipsis
	}
	return append(lines, "", depth)
}
