package local

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/room/analysis"
)

// analysisBudget is how long a position is analysed, as at a hub.
const analysisBudget = 10 * time.Second

// Analyse finds the values of a position and of its moves. The position follows from moves, which
// are played from position; an empty position is the start of the game. Analyse reports better and better answers,
// as POST /api/analysis returns them; the last one is done. It fails with the error of ctx, or
// with a *room.Refusal.
func (e *Engine) Analyse(ctx context.Context, variant, position, moves string, report func(answer []byte)) error {
	study, err := analysis.NewStudy(variant, position, moves)
	if err != nil {
		return err
	}
	tell := func(a *analysis.Answer) {
		if text, err := json.Marshal(study.Report(a)); err == nil {
			report(text)
		}
	}
	if study.Over() {
		tell(nil)
		return nil
	}
	pos, err := analysis.ReadPosition(study.Question.Variant, study.Question.Position, "")
	if err != nil {
		return err
	}
	found, err := values.Analyse(ctx, e.search, pos, analysisBudget, func(a analysis.Answer) { tell(&a) })
	if err != nil {
		return err
	}
	found.Done = true
	tell(&found)
	return nil
}
