package trace

import (
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Frame is a command of a player's on its way. It belongs to one goroutine. A nil
// one does nothing.
type Frame struct {
	tracer *Tracer
	start  time.Time
	append appending
}

// Frame begins with a command that was received now.
func (t *Tracer) Frame() *Frame {
	if t == nil {
		return nil
	}
	return &Frame{tracer: t, start: time.Now()}
}

// Command says what became of a frame.
type Command struct {
	Kind   string // a type of command, from a fixed set
	Room   room.ID
	Player room.PlayerID
	N      uint64 // the entry; of what was refused the log's last
	Code   string // of a refusal; empty: it was acknowledged
}

// End sends the frame, and the append if there was one.
func (f *Frame) End(c Command) {
	if f == nil {
		return
	}
	end, t := time.Now(), f.tracer
	// What was sent again is acknowledged with an entry that another frame began.
	var id ids
	if made := c.Code == "" && f.append.n == c.N && f.append.failed == ""; made {
		id = idsOf(c.Room, c.N)
	} else {
		id = chance()
	}
	if !t.sampler.takes(id.trace) {
		return
	}
	s := span{
		trace: id.trace, id: id.root, name: c.Kind, kind: kindServer, start: f.start, end: end, failed: c.Code,
		attrs: []attr{text("room", string(c.Room)), number("n", c.N), text("player", string(c.Player))},
	}
	if c.Code != "" {
		s.attrs = append(s.attrs, text("code", c.Code))
	}
	t.queue.put(s)
	if f.append.n != 0 {
		t.queue.put(f.append.span(id.trace, id.store, id.root, c.Room))
	}
}

// Broadcast sends that an entry was given to so many sockets, from start to now.
func (t *Tracer) Broadcast(id room.ID, e room.Entry, start time.Time, sockets int) {
	if t == nil {
		return
	}
	first, ok := beginning(e)
	if !ok {
		return
	}
	own := idsOf(id, e.N)
	trace := own.trace
	if first != e.N {
		trace = idsOf(id, first).trace
	}
	if !t.sampler.takes(trace) {
		return
	}
	t.queue.put(span{
		trace: trace, id: newSpanID(), parent: own.store, name: "broadcast", kind: kindInternal, start: start, end: time.Now(),
		attrs: []attr{text("room", string(id)), number("n", e.N), number("sockets", uint64(sockets))},
	})
}
