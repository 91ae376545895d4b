package aiworker

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// lineBudget is the most time to find the line that the AI expects. It begins when the move is
// found, and ends with the budget of the level if that is earlier.
const lineBudget = 30 * time.Millisecond

// think says how the AI came to the move f, for the log. It returns nil if nothing was compared:
// every search has panicked, and the move is a random one.
func (w *worker) think(ctx context.Context, t turn, level minimax.Level, f found) (*room.Thought, error) {
	if len(f.Moves) == 0 {
		return nil, nil
	}
	var line []rules.Move
	err := guard(func() (err error) {
		line, err = w.engine.Line(ctx, level, t.position, f.Choice, room.MaxLine, min(lineBudget, level.Budget-f.took))
		return err
	})
	if w.hasPanicked(err, panicInTurn, "variant", t.variant, "position", rules.FormatSetup(t.position)) {
		err = nil // the move is played without a line
	}
	return values.ThoughtOf(t.position, f.Choice, f.took, line), err
}
