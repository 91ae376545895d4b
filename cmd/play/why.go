package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/quatre/quatre/cmd/play/texts"
)

// This file says why the AI made a move: /why asks the hub, and the answer is a message.

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

// explained is the answer to /why.
type explained struct{ text string }

// asksWhy returns a function that asks the hub why the AI made its last move in a game.
func (h hubClient) asksWhy(ctx context.Context, room string) func(game int) tea.Msg {
	return func(game int) tea.Msg {
		var answer struct {
			Thoughts []moveThought `json:"thoughts"`
		}
		path := []string{"api", "games", room, strconv.Itoa(game), "thoughts"}
		if err := h.request(ctx, http.MethodGet, path, nil, &answer); err != nil {
			return explained{err.Error()}
		}
		if len(answer.Thoughts) == 0 {
			return explained{h.lang.Say(texts.WhyNothing)}
		}
		return explained{answer.Thoughts[len(answer.Thoughts)-1].text(h.lang)}
	}
}

// why asks why the AI made its last move.
func (m model) why(string) model {
	m.notice, m.asking = "", true
	return m
}

// afterInput returns what the user's input leads to: the end of the program, or a request.
func (m model) afterInput() tea.Cmd {
	if m.asking && !m.leaving && m.askWhy != nil {
		ask, game := m.askWhy, m.room.game
		return func() tea.Msg { return ask(game) }
	}
	return m.quitIfLeaving()
}

// text returns the thought as sentences.
func (t moveThought) text(l texts.Lang) string {
	exact := t.Thought.Depth == 0
	var score string
	var compared, missed []string
	for _, j := range t.Thought.Moves {
		worth := j.worth(l, exact)
		if j.Move == t.Move {
			score = worth
		}
		compared = append(compared, printable(j.Move)+" "+worth)
		if j.Missed != 0 {
			missed = append(missed, printable(j.Move)+" "+endText(l, j.Missed))
		}
	}
	first := l.Say(texts.WhyMove, printable(t.Move), score, t.Thought.Depth, t.Thought.Nodes, t.Thought.MS)
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
	return strings.Join(parts, " ")
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

// endText returns a certain end, in plies; a negative number is a loss.
func endText(l texts.Lang, plies int) string {
	if plies < 0 {
		return l.Say(texts.WhyLoses, -plies)
	}
	return l.Say(texts.WhyWins, plies)
}
