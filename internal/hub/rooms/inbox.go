package rooms

import (
	"sync"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room/storage"
)

// inboxBytes is the maximum size of an inbox, in bytes of frames. While a command does not fit,
// the hub does not read the socket.
const inboxBytes = 16 << 10

// inbox holds the commands of one socket that wait. A goroutine carries them out in order, one
// at a time, and ends when none is left. So the goroutine that reads the socket does not wait
// for the store and can still read pings and pongs.
type inbox struct {
	mu      sync.Mutex
	waiting []queuedCommand
	bytes   int
	running bool
	changed sync.Cond // bytes or running has changed; its lock is mu
}

func newInbox() *inbox {
	b := &inbox{}
	b.changed.L = &b.mu
	return b
}

// queuedCommand is a command and the length of its frame.
type queuedCommand struct {
	wire.Request
	bytes int
}

// put queues a command. It waits while the inbox is full. If run is true, the caller must
// start a goroutine that carries the commands out.
func (b *inbox) put(c queuedCommand) (run bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.bytes > 0 && b.bytes+c.bytes > inboxBytes {
		b.changed.Wait()
	}
	b.waiting = append(b.waiting, c)
	b.bytes += c.bytes
	run, b.running = !b.running, true
	return run
}

// next returns the next command. If ok is false, there is none, and the goroutine that carries
// out commands must end.
func (b *inbox) next() (c queuedCommand, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.changed.Broadcast()
	if len(b.waiting) == 0 {
		b.waiting, b.running = nil, false
		return c, false
	}
	c, b.waiting = b.waiting[0], b.waiting[1:]
	b.bytes -= c.bytes
	return c, true
}

// drop drops the waiting commands. ends says that the goroutine that carries out commands ends
// now, although next has not returned false.
func (b *inbox) drop(ends bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting, b.bytes = nil, 0
	b.running = b.running && !ends
	b.changed.Broadcast()
}

// wait returns when no command waits or is carried out.
func (b *inbox) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.running {
		b.changed.Wait()
	}
}

// commandRun carries out the commands of a socket.
type commandRun struct {
	r *Room
	v *visitor
}

// run carries out commands until none waits. A panic closes the socket.
func (c commandRun) run() {
	r, v := c.r, c.v
	defer func() {
		if p := recover(); p != nil {
			r.rooms.closePanicked(v.socket, p)
			r.repair() // an entry that was stored before the panic may not have been broadcast
			v.inbox.drop(true)
		}
	}()
	for {
		next, ok := v.inbox.next()
		if !ok {
			return
		}
		if err := r.command(v, next.Request); storage.IsAway(err) && v.socket.Closed() {
			v.inbox.drop(false) // each would also wait for the store, and the client sends them again
		}
	}
}
