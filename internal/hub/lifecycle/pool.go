package lifecycle

import "sync/atomic"

// maxIdle bounds the goroutines of a Pool that wait for a value. Each holds a stack of
// about 8 KiB.
const maxIdle = 64

// Pool hands values to goroutines. A goroutine that is done with a value waits for the next
// one, since its stack has already grown to the size that the work needs. A new goroutine
// for every value would have to grow its own. Tasks.Stop waits for all of them.
type Pool[T any] struct {
	tasks *Tasks
	do    func(T)
	work  chan T
	end   chan struct{} // ends the goroutine that receives from it
	idle  atomic.Int32
}

// NewPool returns a pool whose goroutines call do, which must recover from its own panics.
func NewPool[T any](t *Tasks, do func(T)) *Pool[T] {
	return &Pool[T]{tasks: t, do: do, work: make(chan T), end: make(chan struct{})}
}

// Run has a goroutine handle v, also after Drain. It does not wait. Its caller must be an
// admitted goroutine, or one of a pool.
func (p *Pool[T]) Run(v T) {
	select {
	case p.work <- v:
	default:
		p.tasks.running.Go(func() { p.handle(v) })
	}
}

// Idle returns how many goroutines wait for a value.
func (p *Pool[T]) Idle() int { return int(p.idle.Load()) }

// Trim ends the goroutines that wait. New ones start when they are needed.
func (p *Pool[T]) Trim() {
	for range p.idle.Load() {
		select {
		case p.end <- struct{}{}:
		default:
		}
	}
}

func (p *Pool[T]) handle(v T) {
	for {
		p.do(v)
		if p.idle.Add(1) > maxIdle {
			p.idle.Add(-1)
			return
		}
		select {
		case v = <-p.work:
			p.idle.Add(-1)
		case <-p.end:
			p.idle.Add(-1)
			return
		case <-p.tasks.ctx.Done():
			p.idle.Add(-1)
			return
		}
	}
}
