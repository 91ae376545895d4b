package main

import (
	"context"
	"sync"
)

// reporter is the part that both kinds of link share: it passes reports to the model, and answers
// one question of the model at a time.
type reporter struct {
	reports   chan any        // to the link's owner; closed when the link ends
	ctx       context.Context // ends with the link
	questions sync.WaitGroup
	stopLast  context.CancelFunc // ends the last question; nil: none was asked
}

func (r *reporter) report(ctx context.Context, report any) {
	select {
	case r.reports <- report:
	case <-ctx.Done():
	}
}

// ask answers a question in the background: answer makes the reports. A new question ends
// the one before.
func (r *reporter) ask(answer func(ctx context.Context)) {
	if r.stopLast != nil {
		r.stopLast()
	}
	ctx, cancel := context.WithCancel(r.ctx)
	r.stopLast = cancel
	r.questions.Go(func() {
		defer cancel()
		answer(ctx)
	})
}
