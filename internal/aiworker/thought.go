package aiworker

import (
	"context"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// thoughtOf returns the thought that the log stores with the move f. It returns nil if the search
// compared no moves, because the move is random: that of the level, or after panics of every search.
func (w *worker) thoughtOf(ctx context.Context, t values.Turn, level minimax.Level, f found) (*room.Thought, error) {
	if len(f.Moves) == 0 {
		return nil, nil
	}
	var line []rules.Move
	err := guard(func() (err error) {
		line, err = w.engine.Line(ctx, level, t.Position, f.Choice, room.MaxLine, min(values.LineBudget, level.Budget-f.took))
		return err
	})
	if w.hasPanicked(err, panicInTurn, "variant", t.Variant, "position", rules.FormatSetup(t.Position)) {
		err = nil // the move is played without a line
	}
	return values.ThoughtOf(t.Position, f.Choice, f.took, line), err
}
