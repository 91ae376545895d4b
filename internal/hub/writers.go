package hub

import (
	"context"
	"sync/atomic"
)

// maxIdleWriters bounds the goroutines that wait for something to send. More than
// send at once, as a rule; each holds a stack of 8 KiB or so.
const maxIdleWriters = 64

// writers are goroutines that send. One that has nothing more to send waits to be
// used again, since its stack has grown to what sending needs already: growing it
// anew for every frame took a twentieth of the hub's time under load.
type writers struct {
	life context.Context // when it ends, those that wait do
	work chan *conn      // nil: end
	idle atomic.Int32
}

func newWriters(life context.Context) *writers {
	return &writers{life: life, work: make(chan *conn)}
}

// write has a goroutine send what c's outbox holds. It does not wait.
func (w *writers) write(c *conn) {
	c.tasks.Add(1)
	select {
	case w.work <- c:
	default:
		go w.run(c)
	}
}

// trim ends those that wait, which are made again when they are needed.
func (w *writers) trim() {
	for range w.idle.Load() {
		select {
		case w.work <- nil:
		default:
		}
	}
}

func (w *writers) run(c *conn) {
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
