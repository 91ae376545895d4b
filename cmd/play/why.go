package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
)

// This file shows why the AI made a move: GET /api/games/{room}/{game}/thoughts of
// docs/openapi.yaml.

// moveThought is a move of the AI, with what its worker recorded about it. docs/openapi.yaml
// describes the fields.
type moveThought struct {
	Move    string `json:"move"`
	Thought struct {
		Depth int      `json:"depth"`
		Nodes int      `json:"nodes"`
		MS    int64    `json:"ms"`
		Moves []judged `json:"moves"`
		Line  []string `json:"line"`
	} `json:"thought"`
}

// judged is a move as the AI judged it.
type judged struct {
	Move   string `json:"move"`
	Points int    `json:"points"`
	Mate   int    `json:"mate"`
	Most   bool   `json:"most"`
	Missed int    `json:"missed"`
}

// thoughts is the answer to /why.
type thoughts struct {
	Thoughts []moveThought `json:"thoughts"`
}

// explained is the report about a call of link.why: the AI's thoughts in a game, or the error.
type explained struct {
	game   int
	answer thoughts
	err    error
}

// thoughts asks the hub for the AI's thoughts in a game.
func (h hubClient) thoughts(ctx context.Context, room string, game int) (t thoughts, err error) {
	path := []string{"api", "games", room, strconv.Itoa(game), "thoughts"}
	return t, h.request(ctx, http.MethodGet, path, nil, &t)
}

// why asks for the thoughts of the AI in a game. The link reports the answer. A new call, or a
// call of analyse, replaces a question that waits.
func (l *link) why(game int) {
	l.ask(func(ctx context.Context) {
		answer, err := l.hub.thoughts(ctx, l.room, game)
		l.report(ctx, explained{game, answer, err})
	})
}

// why shows why the AI made its last move, as soon as the answer is there.
func (m model) why(string) model {
	m.notice, m.explained = "", explained{game: m.room.game}
	m.link.why(m.room.game)
	return m.read(readWhy)
}

// isExplained reports whether the answer to /why, or its error, has come.
func (m model) isExplained() bool {
	return m.explained.err != nil || m.explained.answer.Thoughts != nil
}

// whyLines returns the page that explains the last move of the AI.
func (m model) whyLines(width int) (lines []string) {
	l, found := m.cfg.lang, m.explained.answer.Thoughts
	switch {
	case m.explained.err != nil:
		return wrapAfter("", m.explained.err.Error(), width)
	case found == nil:
		return []string{l.Say(texts.Asking) + m.glyphs.ellipsis}
	case len(found) == 0:
		return wrapAfter("", l.Say(texts.WhyNothing), width)
	}
	for _, sentence := range found[len(found)-1].sentences(l) {
		lines = append(lines, wrapAfter("", sentence, width)...)
	}
	return lines
}

// sentences describes the thought in words.
func (t moveThought) sentences(l texts.Lang) []string {
	exact := t.Thought.Depth == 0
	var score string
	scored := texts.WhyMove
	var compared, missed []string
	for _, j := range t.Thought.Moves {
		worth := j.worth(l, exact)
		if j.Move == t.Move {
			score = worth
			if j.Mate != 0 {
				scored = texts.WhyEnd
			}
		}
		compared = append(compared, printable(j.Move)+" "+worth)
		if j.Missed != 0 {
			missed = append(missed, printable(j.Move)+" "+endText(l, j.Missed))
		}
	}
	first := l.Say(scored, printable(t.Move), score, t.Thought.Depth, t.Thought.Nodes, t.Thought.MS)
	if exact {
		first = l.Say(texts.WhyExact, printable(t.Move), score, t.Thought.Nodes, t.Thought.MS)
	}
	parts := []string{first, l.Say(texts.WhyCompared, strings.Join(compared, ", "))}
	if len(missed) > 0 {
		parts = append(parts, l.Say(texts.WhyMissed, strings.Join(missed, ", ")))
	}
	if len(t.Thought.Line) > 0 {
		parts = append(parts, l.Say(texts.WhyLine, printable(strings.Join(t.Thought.Line, " "))))
	}
	return parts
}

// worth returns what a move is worth to the side that plays it.
func (j judged) worth(l texts.Lang, exact bool) string {
	text := fmt.Sprintf("%+d", j.Points)
	switch {
	case j.Mate != 0:
		text = endText(l, j.Mate)
	case exact:
		text = l.Say(texts.WhyDraws)
	case j.Points == 0:
		text = "0"
	}
	if j.Most {
		return l.Say(texts.WhyAtMost, text)
	}
	return text
}

// endText returns a certain end after some plies, as an analysis has it. A negative number is a loss.
func endText(l texts.Lang, plies int) string {
	switch {
	case plies < 0:
		return l.Count(otherTurns(-plies), texts.MoveLosesOne, texts.MoveLoses)
	case ownTurns(plies) == 1:
		return l.Say(texts.MoveWinsAtOnce)
	}
	return l.Say(texts.MoveWins, ownTurns(plies))
}
