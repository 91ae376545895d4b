// Package pool hands values to goroutines and reuses the goroutines, whose stacks have already
// grown to the size that the work needs.
//
// It promises that no value waits for a goroutine that is blocked, and that a few goroutines
// handle thousands of values that do not block.
package pool

import (
	"context"
	"sync"
)

// maxIdle bounds the goroutines of a Pool that wait for a value. Each holds a stack of
// about 8 KiB.
const maxIdle = 64

// Pool hands values to goroutines.
//
// While values are queued, one goroutine is about to take a value (it is roused). If the queue
// is not empty then, that goroutine rouses another one before it handles its value.
type Pool[T any] struct {
	tasks *sync.WaitGroup
	do    func(T)

	mu      sync.Mutex
	queue   []T
	roused  bool            // a goroutine is about to take a value of queue
	idle    []chan struct{} // one for each waiting goroutine; the one that waits shortest is last
	stopped bool
}

// New returns a pool whose goroutines call do, which must recover from its own panics. tasks
// counts the goroutines. When ctx has ended, goroutines no longer wait for values.
func New[T any](ctx context.Context, tasks *sync.WaitGroup, do func(T)) *Pool[T] {
	p := &Pool[T]{tasks: tasks, do: do}
	context.AfterFunc(ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.stopped = true
		p.trim()
	})
	return p
}

// Run hands v to a goroutine, even after the context of p has ended, and does not wait for it.
// Nobody may wait for the goroutines of p at that time, unless tasks counts the caller too.
func (p *Pool[T]) Run(v T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, v)
	p.rouse()
}

// rouse makes sure that a goroutine is about to take a value. The caller holds mu.
func (p *Pool[T]) rouse() {
	if p.roused {
		return
	}
	p.roused = true
	if n := len(p.idle); n > 0 {
		p.idle[n-1] <- struct{}{} // does not block: the channel is empty and has room for one
		p.idle = p.idle[:n-1]
		return
	}
	p.tasks.Go(p.handle)
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

// handle runs one goroutine of the pool. p.roused is true when it begins.
func (p *Pool[T]) handle() {
	next := make(chan struct{}, 1)
	for more := true; more; _, more = <-next {
		p.empty()
		if !p.await(next) {
			return
		}
	}
}

// empty handles values until none is queued. The calling goroutine was roused.
func (p *Pool[T]) empty() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.roused = false
	for len(p.queue) > 0 {
		v := p.queue[0]
		clear(p.queue[:1])
		if p.queue = p.queue[1:]; len(p.queue) > 0 {
			p.rouse()
		}
		p.mu.Unlock()
		p.do(v)
		p.mu.Lock()
	}
	p.queue = nil
}

// await adds next to the idle goroutines. It returns false if the goroutine must end instead.
func (p *Pool[T]) await(next chan struct{}) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped || len(p.idle) >= maxIdle {
		return false
	}
	p.idle = append(p.idle, next)
	return true
}
