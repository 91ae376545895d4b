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

// is reports whether p and q are the same place.
func (p position) is(q position) bool {
	return p.variant == q.variant && slices.Equal(p.moves, q.moves)
}

// gameValue is a certain result for the side to move. Plies counts the turns to the end.
type gameValue struct {
	Result string `json:"result"` // win, draw or loss
	Plies  int    `json:"plies"`
}

// value is what is known of a result: at least low and at most high. nil is unknown. If they
// differ, estimate is the expected result from -100 (lost) to 100 (won).
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

// analysed: an answer about position, or why there is none.
type analysed struct {
	position position
	answer   analysis
	err      error
}

// pending reports whether a better answer will follow.
func (a analysed) pending() bool { return a.err == nil && !a.answer.Done && !a.answer.Over }

// analysisWait is how long the hub waits for an answer that is done, in milliseconds. A short
// wait shows the first results soon.
const analysisWait = 1500

// analyse returns what the hub knows about a position by now.
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

// analyse shows the page about the position on the screen. While somebody plays it would be
// advice, so it is for spectators and for people who play both seats, and after the game.
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

// analyse asks for the value of a position. The link reports each answer, until one is done. A
// new call replaces the question before.
func (l *link) analyse(p position) {
	l.ask(func(ctx context.Context) { l.askUntilDone(ctx, p) })
}

// ask queues a question for the hub. It replaces one that waits.
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

// askUntilDone repeats a question until the answer is done or another question waits.
func (l *link) askUntilDone(ctx context.Context, p position) {
	for len(l.questions) == 0 && ctx.Err() == nil {
		answer, err := l.hub.analyse(ctx, p)
		l.report(ctx, analysed{p, answer, err})
		if err != nil || answer.Done {
			return
		}
	}
}
