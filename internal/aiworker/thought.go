package aiworker

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// lineBudget is the most time to find the line that the AI expects. It begins when the move is
// found, and ends with the budget of the level if that is earlier.
const lineBudget = 30 * time.Millisecond

// think says how the AI came to the move f, for the log. It returns nil if nothing was compared.
func (w *worker) think(ctx context.Context, t turn, level minimax.Level, f found) (*room.Thought, error) {
	if len(f.Moves) == 0 {
		return nil, nil // every search has panicked, and the move is a random one
	}
	thought := &room.Thought{Depth: f.Depth, Nodes: f.Nodes, MS: f.took.Milliseconds(), Moves: make([]room.Judged, len(f.Moves))}
	for i, m := range f.Moves {
		thought.Moves[i] = judged(t.position, m)
	}
	var line []rules.Move
	err := guard(func() (err error) {
		line, err = w.engine.Line(ctx, level, t.position, f.Choice, room.MaxLine, min(lineBudget, level.Budget-f.took))
		return err
	})
	if w.hasPanicked(err, panicInTurn, "variant", t.variant, "position", rules.FormatSetup(t.position)) {
		err = nil // the move is played without a line
	}
	after := t.position.Clone()
	for _, m := range line {
		thought.Line = append(thought.Line, after.FormatMove(m))
		after.Play(m)
	}
	thought.Fit(t.position.FormatMove(f.Move))
	return thought, err
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
