// Package pool hands values to goroutines and reuses the goroutines, whose stacks have already
// grown to the size that the work needs.
//
// It promises that no value waits for a goroutine.
package pool

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// maxIdle bounds the goroutines of a Pool that wait for a value, and maxIdleTime how long each waits.
// Each holds a stack of about 8 KiB.
const (
	maxIdle     = 64
	maxIdleTime = time.Second
)

// Pool hands values to goroutines.
type Pool[T any] struct {
	ctx   context.Context
	tasks *sync.WaitGroup
	do    func(T)

	next chan T       // goroutines that are idle receive from it
	idle atomic.Int32 // goroutines that are idle
}

// New returns a pool whose goroutines call do, which must recover from its own panics. tasks
// counts the goroutines. When ctx has ended, goroutines no longer wait for values.
func New[T any](ctx context.Context, tasks *sync.WaitGroup, do func(T)) *Pool[T] {
	return &Pool[T]{ctx: ctx, tasks: tasks, do: do, next: make(chan T)}
}

// Run hands v to a goroutine, even after the context of p has ended, and does not wait for it.
// Nobody may wait for the goroutines of p at that time, unless tasks counts the caller too.
func (p *Pool[T]) Run(v T) {
	select {
	case p.next <- v:
	default:
		p.tasks.Go(func() { p.handle(v) })
	}
}

// handle runs one goroutine of the pool, which begins with v.
func (p *Pool[T]) handle(v T) {
	timer := time.NewTimer(maxIdleTime)
	defer timer.Stop()
	for {
		p.do(v)
		if p.idle.Add(1) > maxIdle {
			p.idle.Add(-1)
			return
		}
		timer.Reset(maxIdleTime)
		select {
		case v = <-p.next:
			p.idle.Add(-1)
		case <-timer.C:
			p.idle.Add(-1)
			return
		case <-p.ctx.Done():
			return
		}
	}
}
