package aiworker

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// lineBudget is the maximum time to find the line that the AI expects, after it has found its move.
// The search for the line also ends with the budget of the level.
const lineBudget = 30 * time.Millisecond

// thoughtOf returns the thought that the log stores with the move f. It returns nil if the search
// compared no moves: every search has panicked, and the move is random.
func (w *worker) thoughtOf(ctx context.Context, t turn, level minimax.Level, f found) (*room.Thought, error) {
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
