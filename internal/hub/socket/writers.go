package socket

import (
	"context"
	"sync/atomic"
)

// maxIdleWriters bounds the goroutines that wait for a socket to write to. Each holds a
// stack of about 8 KiB.
const maxIdleWriters = 64

// writers are goroutines that send. A writer that has sent everything waits for the next
// socket, since its stack has already grown to the size that sending needs. A new goroutine
// for every frame would have to grow its own.
type writers struct {
	life context.Context // idle writers end with it
	work chan *Conn      // a nil Conn ends the writer that takes it
	idle atomic.Int32
}

func newWriters(life context.Context) *writers {
	return &writers{life: life, work: make(chan *Conn)}
}

// write has a goroutine send what c's outbox holds. It does not wait.
func (w *writers) write(c *Conn) {
	c.tasks.Add(1)
	select {
	case w.work <- c:
	default:
		go w.run(c)
	}
}

// trim ends the idle writers. New ones start when they are needed.
func (w *writers) trim() {
	for range w.idle.Load() {
		select {
		case w.work <- nil:
		default:
		}
	}
}

func (w *writers) run(c *Conn) {
	for {
		c.writeAll()
		c.tasks.Done()
		if w.idle.Add(1) > maxIdleWriters {
			w.idle.Add(-1)
			return
		}
		select {
		case c = <-w.work:
			w.idle.Add(-1)
			if c == nil {
				return
			}
		case <-w.life.Done():
			return
		}
	}
}
