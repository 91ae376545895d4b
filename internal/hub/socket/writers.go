package socket

import (
	"context"
	"sync/atomic"
)

// maxIdleWriters bounds the goroutines that wait for something to send. Each holds a
// stack of about 8 KiB.
const maxIdleWriters = 64

// writers are goroutines that send. One that has nothing more to send waits to be used
// again: its stack has grown to what sending needs, and a new goroutine would have to
// grow its own for every frame.
type writers struct {
	life context.Context // when it ends, the writers that wait end
	work chan *Conn      // nil: end
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

// trim ends the writers that wait. They are started again when they are needed.
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
