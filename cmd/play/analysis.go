package main

import (
	"context"
	"slices"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/rules"
)

// This file asks for the value of a position and of its moves: POST /api/analysis of
// docs/openapi.yaml.

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
