package aiworker

import (
	"context"
	"errors"
	"sync"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// quickLoop plays turns of LaneQuick. They need no slot.
func (w *worker) quickLoop(ctx context.Context, name string) {
	for ctx.Err() == nil {
		job, err := w.Store.Take(ctx, name, room.LaneQuick)
		if err != nil {
			w.idle(ctx, err)
			continue
		}
		w.handle(ctx, context.Background(), name, job)
	}
}

// slowLoop plays turns of LaneSlow. Each has a slot.
func (w *worker) slowLoop(ctx context.Context, name string) {
	yieldCore()
	for ctx.Err() == nil {
		job, done, err := w.origins.take(ctx, w.Store, name)
		if err != nil {
			w.idle(ctx, err)
			continue
		}
		leave := w.gate.enter()
		w.handle(ctx, context.Background(), name, job)
		leave()
		done()
	}
}

// machineLoop plays turns of LaneMachine while a slot is free.
func (w *worker) machineLoop(ctx context.Context, name string) {
	yieldCore()
	for w.gate.await(ctx) {
		job, err := w.Store.Take(ctx, name, room.LaneMachine)
		if err != nil {
			w.idle(ctx, err)
			continue
		}
		if pass, leave, ok := w.gate.admit(ctx); ok {
			w.handle(ctx, pass, name, job)
			leave()
		} else {
			w.returnJob(ctx, name, job)
		}
	}
}

func (w *worker) returnJob(ctx context.Context, name string, job storage.Job) {
	after, done := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer done()
	if err := w.Store.Return(after, name, job); err != nil {
		w.Log.Warn("job not handed back", "room", job.Room, "error", err) // another worker takes the job when its lease ends
	}
}

// origins keeps one origin from having all slots of the worker: if there are several slots, the
// slow turns of one origin have at most half of them. Turns without an origin are not counted.
type origins struct {
	limit  int
	taking chan struct{} // holds a token while a slot takes a job

	mu      sync.Mutex
	turns   map[string]int     // by origin
	restart context.CancelFunc // ends the Take in progress, which skips the origins that were full
}

func newOrigins(slots int) *origins {
	return &origins{limit: max(1, (slots+1)/2), taking: make(chan struct{}, 1), turns: map[string]int{}}
}

// take takes a slow turn of an origin that may have another slot. The caller must call done
// when the turn is over.
func (o *origins) take(ctx context.Context, store storage.Queue, name string) (job storage.Job, done func(), err error) {
	select {
	case o.taking <- struct{}{}:
		defer func() { <-o.taking }()
	case <-ctx.Done():
		return job, nil, ctx.Err()
	}
	for {
		job, err = o.takeOnce(ctx, store, name)
		switch {
		case err == nil:
			o.count(job.Origin, 1)
			return job, func() { o.count(job.Origin, -1) }, nil
		case ctx.Err() != nil || !errors.Is(err, context.Canceled):
			return job, nil, err
		}
	}
}

// takeOnce calls Take, which skips the origins that are full now. It returns context.Canceled
// when one of them is no longer full.
func (o *origins) takeOnce(ctx context.Context, store storage.Queue, name string) (storage.Job, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var full []string
	o.mu.Lock()
	for origin, n := range o.turns {
		if n >= o.limit {
			full = append(full, origin)
		}
	}
	o.restart = cancel
	o.mu.Unlock()
	return store.Take(ctx, name, room.LaneSlow, full...)
}

func (o *origins) count(origin string, n int) {
	if origin == "" {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.turns[origin] >= o.limit && n < 0 {
		o.restart()
	}
	if o.turns[origin] += n; o.turns[origin] == 0 {
		delete(o.turns, origin)
	}
}
