package main

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
)

// This file asks for the value of a position and of its moves: POST /api/analysis of
// docs/openapi.yaml.

// position is a place in a game: the variant, and the moves that lead there.
type position struct {
	variant string
	moves   []string
}

// notation joins the moves as the protocol does: without spaces in Connect Four.
func (p position) notation() string {
	if strings.HasPrefix(p.variant, "connect4") {
		return strings.Join(p.moves, "")
	}
	return strings.Join(p.moves, " ")
}

// equal reports whether p and q are the same position, with the same moves before it.
func (p position) equal(q position) bool {
	return p.variant == q.variant && slices.Equal(p.moves, q.moves)
}

// gameValue is a certain result for the side to move. Plies counts the turns to the end.
type gameValue struct {
	Result string `json:"result"` // win, draw or loss
	Plies  int    `json:"plies"`
}

// value bounds the result of a position or a move: at least Low, at most High. A nil bound is
// unknown. If the bounds differ, Estimate is the expected result from -100 (lost) to 100 (won).
type value struct {
	Low      *gameValue `json:"low"`
	High     *gameValue `json:"high"`
	Estimate int        `json:"estimate"`
}

// moveValue is the value of one move.
type moveValue struct {
	Move  string `json:"move"`
	Value value  `json:"value"`
}

// analysis is the answer about one position. It is partial until it is done.
type analysis struct {
	Over  bool        `json:"over"`
	Done  bool        `json:"done"`
	Value value       `json:"value"`
	Moves []moveValue `json:"moves"` // the best first
	Depth int         `json:"depth"`
	Nodes int64       `json:"nodes"`
}

// analysed is the report of an analysis: the answer about position, or the error.
type analysed struct {
	position position
	answer   analysis
	err      error
}

// pending reports whether a better answer will follow.
func (a analysed) pending() bool { return a.err == nil && !a.answer.Done && !a.answer.Over }

// analysisWait is how long a request waits for the final answer, in milliseconds. Then the hub
// sends a partial answer. A short wait shows the first results soon.
const analysisWait = 1500

// analyse returns the hub's answer about a position, which may be partial.
func (h hubClient) analyse(ctx context.Context, p position) (a analysis, err error) {
	body := struct {
		Variant string `json:"variant"`
		Moves   string `json:"moves"`
		WaitMS  int    `json:"wait_ms"`
	}{p.variant, p.notation(), analysisWait}
	if err := h.request(ctx, http.MethodPost, []string{"api", "analysis"}, body, &a); err != nil {
		return a, err
	}
	for i := range a.Moves {
		a.Moves[i].Move = printable(a.Moves[i].Move)
	}
	return a, nil
}

// analyse opens the page about the position on the screen. During a game it would be advice, so
// only spectators and people who play both seats may open it then.
func (m model) analyse() model {
	_, both := m.room.seatOf(m.me)
	if m.room.phase == playing && m.isPlayer() && !both {
		m.notice = m.say(texts.NotWhilePlaying)
		return m
	}
	m.notice = ""
	m.analysis = analysed{position: position{m.room.variant, slices.Clone(m.shownMoves())}}
	m.link.analyse(m.analysis.position)
	return m.read(readAnalysis)
}

// analyse asks for the value of a position. The link reports each answer until the final one. A
// new call replaces the previous question.
func (l *link) analyse(p position) {
	l.ask(func(ctx context.Context) { l.askUntilDone(ctx, p) })
}

// ask queues a question for the hub. A question that is still queued is dropped.
func (l *link) ask(question func(context.Context)) {
	select {
	case <-l.questions:
	default:
	}
	l.questions <- question
}

// answerQuestions asks the hub one question at a time, until ctx ends.
func (l *link) answerQuestions(ctx context.Context) {
	for {
		select {
		case question := <-l.questions:
			question(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// askUntilDone asks for the value of p and reports each answer. It asks again until the answer is
// final, an error occurs or another question is queued.
func (l *link) askUntilDone(ctx context.Context, p position) {
	for len(l.questions) == 0 && ctx.Err() == nil {
		answer, err := l.hub.analyse(ctx, p)
		l.report(ctx, analysed{p, answer, err})
		if err != nil || answer.Done {
			return
		}
	}
}
