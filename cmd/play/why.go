package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// This file shows why the AI made a move: GET /api/games/{room}/{game}/thoughts of
// docs/api/openapi.yaml.

// moveThought is a move of the AI, with what its worker recorded about it.
type moveThought struct {
	Ply     int          `json:"ply"`
	Move    string       `json:"move"`
	Thought room.Thought `json:"thought"`
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
	return t, h.request(ctx, "api/games/"+room+"/"+strconv.Itoa(game)+"/thoughts", nil, &t)
}

// why asks for the thoughts of the AI in a game. The link reports the answer.
func (l *link) why(game int) {
	l.ask(func(ctx context.Context) {
		answer, err := l.hub.thoughts(ctx, l.room, game)
		l.report(ctx, explained{game, answer, err})
	})
}

// why shows why the AI made its last move, as soon as the answer is there.
func (m *model) why(string) {
	m.explained = explained{game: m.room.Number}
	m.link.why(m.room.Number)
	m.read(readWhy)
}

// askScore asks what the AI thinks of the move that it has just played, in a room that shows it.
func (m *model) askScore() {
	n := &m.news
	if !m.room.Thoughts || m.room.N < m.logEnd || n.last.move == "" || n.last.takenBack || n.score != "" || n.scoreAsked || !m.machinePlays(n.last.seat) {
		return
	}
	n.scoreAsked = true
	m.link.why(m.room.Number)
}

// noteScore takes the score of the AI's last move from the thoughts of a game.
func (m *model) noteScore(r explained) {
	n := &m.news
	if r.game != m.room.Number || !n.scoreAsked {
		return
	}
	n.scoreAsked = false
	for _, t := range r.answer.Thoughts {
		if t.Ply == len(m.room.Moves)-1 && t.Move == n.last.move {
			n.score = worth(m.cfg.lang, t.played(), t.Thought.Depth == 0)
		}
	}
}

// isExplained reports whether the answer to /why, or its error, has come.
func (m *model) isExplained() bool {
	return m.explained.err != nil || m.explained.answer.Thoughts != nil
}

// whyLines returns the page that explains the last move of the AI.
func (m *model) whyLines(width int) (lines []string) {
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
	var compared, missed []string
	bounded := false
	for _, j := range t.Thought.Moves {
		compared = append(compared, printable(j.Move)+" "+worth(l, j, exact))
		// worth may be more than the move is really worth, except if it loses on the next turn at the latest.
		bounded = bounded || j.Most && (j.Mate >= 0 || otherTurns(-j.Mate) > 1)
		if j.Missed != 0 {
			missed = append(missed, printable(j.Move)+" "+endText(l, j.Missed))
		}
	}
	parts := []string{t.firstSentence(l, exact)}
	if n := t.worseBy(); n > 0 {
		parts = append(parts, l.Count(n, texts.WhyWorseOne, texts.WhyWorse))
	}
	parts = append(parts, l.Say(texts.WhyCompared, strings.Join(compared, ", ")))
	if bounded {
		parts = append(parts, l.Say(texts.WhyBound))
	}
	if len(missed) > 0 {
		parts = append(parts, l.Say(texts.WhyMissed, strings.Join(missed, ", ")))
	}
	if len(t.Thought.Line) > 0 {
		parts = append(parts, l.Say(texts.WhyLine, printable(strings.Join(t.Thought.Line, " "))))
	}
	return parts
}

// firstSentence says what the move is worth, and what it took to find that out.
func (t moveThought) firstSentence(l texts.Lang, exact bool) string {
	played, thought := t.played(), t.Thought
	move, worth := printable(t.Move), worth(l, played, exact)
	switch {
	case exact && played.Mate != 0:
		return l.Say(texts.WhyExactEnd, move, worth, thought.Nodes, thought.MS)
	case exact:
		return l.Say(texts.WhyExact, move, worth, thought.Nodes, thought.MS)
	case played.Mate != 0:
		return l.Say(texts.WhyEnd, move, worth, thought.Depth, thought.Nodes, thought.MS)
	}
	return l.Say(texts.WhyMove, move, worth, thought.Depth, thought.Nodes, thought.MS)
}

// played returns the judgement of the move that the AI played.
func (t moveThought) played() room.Judged {
	i := slices.IndexFunc(t.Thought.Moves, func(j room.Judged) bool { return j.Move == t.Move })
	if i < 0 {
		return room.Judged{Move: t.Move}
	}
	return t.Thought.Moves[i]
}

// worseBy returns how many points the AI thought its move worse than the best. It is 0 if one of
// the two is certain: a level then plays the best.
func (t moveThought) worseBy() int {
	played, most := t.played(), 0
	for _, j := range t.Thought.Moves {
		if j.Mate > 0 || played.Mate != 0 {
			return 0
		}
		if j.Mate == 0 {
			most = max(most, j.Points-played.Points)
		}
	}
	return most
}

// worth returns what a move is worth to the side that plays it.
func worth(l texts.Lang, j room.Judged, exact bool) string {
	switch {
	case j.Mate < 0 && j.Most:
		return l.Count(otherTurns(-j.Mate), texts.MoveLosesOne, texts.MoveLosesWithin)
	case j.Mate > 0 && j.Most:
		return l.Say(texts.WhyAtBest, endText(l, j.Mate))
	case j.Mate != 0:
		return endText(l, j.Mate)
	case exact && j.Most:
		return l.Say(texts.MoveLimited)
	case exact:
		return l.Say(texts.WhyDraws)
	}
	text := fmt.Sprintf("%+d", j.Points)
	if j.Points == 0 {
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
