package values

import (
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

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
