package minimax

import (
	"context"
	"errors"
	"testing"
)

func TestMeasureIsBounded(t *testing.T) {
	pos := game(t, "connect4:7x6:4").Start()
	what := Inspection{Depth: 9, Evaluation: EvaluationAI, MaxNodes: 10_000}
	got, err := Measure(t.Context(), pos, what)
	if last := len(got) - 1; err != nil || last < 1 || got[last].Complete || !got[last-1].Complete || got[last].Nodes > what.MaxNodes+checkInterval {
		t.Errorf("%+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Measure(ctx, pos, what); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if pos.Ply() != 0 {
		t.Error("the position has changed")
	}
}
