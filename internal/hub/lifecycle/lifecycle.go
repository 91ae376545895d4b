// Package lifecycle counts the goroutines of a hub, so that the hub can wait for them.
//
// It promises that when Stop has returned, every admitted goroutine is over. An admitted
// goroutine must call Done once, and must end soon after Context has ended.
//
// A hub ends in two steps. After Drain no goroutine is admitted, and running goroutines can
// still use the whole hub. Stop then ends the context and waits.
package lifecycle

import (
	"context"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/pool"
)

// Tasks are the goroutines of one hub. Its methods are safe for concurrent use.
type Tasks struct {
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu       sync.Mutex
	draining bool
}

// New returns Tasks without any goroutine.
func New() *Tasks {
	ctx, cancel := context.WithCancel(context.Background())
	return &Tasks{ctx: ctx, cancel: cancel}
}

// Context ends when the goroutines must end.
func (t *Tasks) Context() context.Context { return t.ctx }

// Admit counts one more goroutine, until Done is called. It reports false after Drain.
func (t *Tasks) Admit() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.draining {
		return false
	}
	t.running.Add(1)
	return true
}

// Done ends the count of an admitted goroutine.
func (t *Tasks) Done() { t.running.Done() }

// Go runs f in a goroutine, if it is admitted.
func (t *Tasks) Go(f func()) {
	if t.Admit() {
		go func() {
			defer t.Done()
			f()
		}()
	}
}

// Every calls f at once and then at intervals, in a goroutine, until Context ends.
func (t *Tasks) Every(interval time.Duration, f func()) {
	t.Go(func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			f()
			select {
			case <-t.ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
}

// NewPool returns a pool whose goroutines call do, which must recover from its own panics. Only an
// admitted goroutine or a goroutine of a pool may call Run, even after Drain. Stop waits for all
// goroutines of the pool.
func NewPool[T any](t *Tasks, do func(T)) *pool.Pool[T] { return pool.New(t.ctx, &t.running, do) }

// Drain admits no goroutine from now on.
func (t *Tasks) Drain() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.draining = true
}

// Draining reports whether Drain was called.
func (t *Tasks) Draining() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.draining
}

// Stop drains, ends Context and waits for all goroutines.
func (t *Tasks) Stop() {
	t.Drain()
	t.cancel()
	t.running.Wait()
}
