// Package values finds the turn of an AI in a room, and translates the results of a search into the
// types of rooms, for every program that plays or shows them.
package values

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/rules"
)

// Analyser is the part of minimax.Engine that finds values and reasons.
type Analyser interface {
	Analyse(ctx context.Context, pos rules.Position, budget time.Duration, report func(minimax.Analysis)) (minimax.Analysis, error)
	Explain(ctx context.Context, pos rules.Position, budget time.Duration, deep bool) (*reasons.Reason, error)
}

// Analyse analyses pos, as minimax.Engine.Analyse does, and then looks for a reason why one side wins it.
// It calls report with better and better answers. The last answer is the result. The error is that of ctx
// or minimax.ErrOver.
func Analyse(ctx context.Context, e Analyser, pos rules.Position, budget time.Duration, report func(analysis.Answer)) (analysis.Answer, error) {
	found, err := e.Analyse(ctx, pos, budget, func(a minimax.Analysis) { report(AnswerOf(pos, a)) })
	answer := AnswerOf(pos, found)
	if err != nil || outcome(found.Value) == 0 || !minimax.CanExplain(pos) {
		return answer, err
	}
	report(answer)
	answer.Reason, err = e.Explain(ctx, pos, minimax.ExplainBudget, false)
	return answer, err
}

// AnswerOf translates an analysis of pos. The best move comes first; equally good moves
// are in the order of the rules.
func AnswerOf(pos rules.Position, a minimax.Analysis) analysis.Answer {
	moves := slices.Clone(a.Moves)
	slices.SortStableFunc(moves, func(x, y minimax.MoveValue) int { return -compare(x.Value, y.Value) })
	out := analysis.Answer{Value: Of(a.Value), Moves: make([]analysis.MoveValue, len(moves)), Depth: a.Depth, Nodes: a.Nodes}
	for i, m := range moves {
		out.Moves[i] = analysis.MoveValue{Move: pos.FormatMove(m.Move), Value: Of(m.Value)}
	}
	return out
}

// compare orders values: certain results first, then estimates.
func compare(x, y minimax.Value) int {
	return cmp.Or(
		cmp.Compare(outcome(x), outcome(y)),
		cmp.Compare(x.Low+x.High, y.Low+y.High)*abs(outcome(x)),
		cmp.Compare(x.Estimate, y.Estimate),
		cmp.Compare(x.Low, y.Low),
		cmp.Compare(x.High, y.High),
	)
}

// outcome returns 1 for a certain win, -1 for a certain loss, otherwise 0.
func outcome(v minimax.Value) int {
	switch {
	case v.Low > 0:
		return 1
	case v.High < 0:
		return -1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }

// Of translates a value.
func Of(v minimax.Value) room.Value {
	out := room.Value{Low: gameValueOf(v.Low), High: gameValueOf(v.High)}
	if !v.Exact() {
		out.Estimate = min(max(v.Estimate, -room.MaxEstimate), room.MaxEstimate)
	}
	return out
}

// gameValueOf translates a draw or a certain result. Other scores give the unknown value.
func gameValueOf(s minimax.Score) room.GameValue {
	if s == minimax.Win || s == -minimax.Win {
		return room.GameValue{}
	}
	switch plies, certain := s.Mate(); {
	case s == 0:
		return room.GameValue{Result: room.ValueDraw}
	case !certain:
		return room.GameValue{}
	case plies > 0:
		return room.GameValue{Result: room.ValueWin, Plies: plies}
	default:
		return room.GameValue{Result: room.ValueLoss, Plies: -plies}
	}
}

// ThoughtOf returns the thought that belongs to the choice c in pos: took is the time of the search,
// and line has the moves that the AI expects. It returns nil if the search compared no moves.
func ThoughtOf(pos rules.Position, c minimax.Choice, took time.Duration, line []rules.Move) *room.Thought {
	if len(c.Moves) == 0 {
		return nil
	}
	thought := &room.Thought{Depth: c.Depth, Nodes: c.Nodes, MS: took.Milliseconds(), Moves: make([]room.Judged, len(c.Moves))}
	for i, m := range c.Moves {
		thought.Moves[i] = judged(pos, m)
	}
	after := pos.Clone()
	for _, m := range line {
		thought.Line = append(thought.Line, after.FormatMove(m))
		after.Play(m)
	}
	thought.Fit(pos.FormatMove(c.Move))
	return thought
}

func judged(pos rules.Position, m minimax.Compared) room.Judged {
	j := room.Judged{Move: pos.FormatMove(m.Move), Most: m.Bounded}
	if plies, certain := m.Score.Mate(); certain {
		j.Mate = plies
	} else {
		j.Points = int(m.Score)
	}
	j.Missed, _ = m.Missed.Mate()
	return j
}
