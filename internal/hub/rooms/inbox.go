package rooms

import (
	"context"

	"golang.org/x/sync/semaphore"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room/mailbox"
	"github.com/quatre/quatre/internal/room/storage"
)

// inboxBytes is the maximum size of an inbox, in bytes of frames. While a command does not fit,
// the hub does not read the socket.
const inboxBytes = 16 << 10

// inbox holds the commands of one socket that wait or are carried out. A goroutine carries them out
// in order, one at a time, and ends when none is left. So the goroutine that reads the socket does not
// wait for the store and can still read pings and pongs.
type inbox struct {
	commands *mailbox.Box[queuedCommand]
	space    *semaphore.Weighted // in bytes of frames
}

// queuedCommand is a command and the space that it takes.
type queuedCommand struct {
	wire.Request
	space int64
}

// newInbox returns an inbox that calls do with each command, in a goroutine of start.
func newInbox(start func(task func()), do func(wire.Request)) inbox {
	space := semaphore.NewWeighted(inboxBytes)
	return inbox{space: space, commands: mailbox.New(start, queuedCommand{}, func(c queuedCommand) {
		defer space.Release(c.space)
		do(c.Request)
	})}
}

// put queues a command whose frame has a length in bytes. It waits while the inbox is full. Short
// commands take more space than their bytes, so that the mailbox drops none.
func (b inbox) put(req wire.Request, bytes int) {
	space := int64(min(max(bytes, inboxBytes/mailbox.Limit), inboxBytes))
	_ = b.space.Acquire(context.Background(), space)
	b.commands.Send(queuedCommand{req, space})
}

// wait returns when no command waits or is carried out.
func (b inbox) wait() { _ = b.space.Acquire(context.Background(), inboxBytes) }

// carryOut carries out a command of v. A panic closes the socket.
func (r *Room) carryOut(v *visitor, req wire.Request) {
	if v.dropping {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			r.rooms.closePanicked(v.socket, p)
			r.repair() // an entry that was stored before the panic may not have been broadcast
			v.dropping = true
		}
	}()
	// The next commands would also wait for the store, and the client sends them again.
	v.dropping = storage.IsAway(r.command(v, req)) && v.socket.Closed()
}
