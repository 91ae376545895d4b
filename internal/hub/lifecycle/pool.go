package lifecycle

import (
	"context"
	"sync"
)

// maxIdle bounds the goroutines of a Pool that wait for a value. Each holds a stack of
// about 8 KiB.
const maxIdle = 64

// Pool hands values to goroutines. A goroutine that is done with a value waits for the next
// one, since its stack has already grown to the size that the work needs. A new goroutine
// for every value would have to grow its own. Tasks.Stop waits for all of them.
type Pool[T any] struct {
	tasks *Tasks
	do    func(T)

	mu      sync.Mutex
	idle    []chan T // of the goroutines that wait, the last to begin at the end
	stopped bool
}

// NewPool returns a pool whose goroutines call do, which must recover from its own panics.
func NewPool[T any](t *Tasks, do func(T)) *Pool[T] {
	p := &Pool[T]{tasks: t, do: do}
	context.AfterFunc(t.ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.stopped = true
		p.trim()
	})
	return p
}

// Run has a goroutine handle v, also after Drain. It does not wait. Its caller must be an
// admitted goroutine, or one of a pool.
func (p *Pool[T]) Run(v T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		p.idle[n-1] <- v // has room for one
		p.idle = p.idle[:n-1]
		return
	}
	p.tasks.running.Go(func() { p.handle(v) })
}

// Idle returns how many goroutines wait for a value.
func (p *Pool[T]) Idle() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.idle)
}

// Trim ends the goroutines that wait. New ones start when they are needed.
func (p *Pool[T]) Trim() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trim()
}

// trim is Trim with mu held.
func (p *Pool[T]) trim() {
	for _, next := range p.idle {
		close(next)
	}
	p.idle = nil
}

func (p *Pool[T]) handle(v T) {
	next := make(chan T, 1)
	for more := true; more; v, more = <-next {
		p.do(v)
		if !p.await(next) {
			return
		}
	}
}

// await reports whether the next value, or the end, will be received from next.
func (p *Pool[T]) await(next chan T) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped || len(p.idle) >= maxIdle {
		return false
	}
	p.idle = append(p.idle, next)
	return true
}
