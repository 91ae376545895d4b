package trace

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	oteltrace "go.opentelemetry.io/otel/trace"

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
	if !t.samples(id.trace) {
		return
	}
	s := span{
		trace: id.trace, id: id.root, name: c.Kind, kind: oteltrace.SpanKindServer, start: f.start, end: end, failed: c.Code,
		attrs: []attribute.KeyValue{text("room", string(c.Room)), number("n", c.N), text("player", string(c.Player))},
	}
	if c.Code != "" {
		s.attrs = append(s.attrs, text("code", c.Code))
	}
	ctx := t.send(context.Background(), s)
	if f.append.n != 0 {
		t.send(ctx, f.append.span(id.trace, id.store, c.Room))
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
	if !t.samples(trace) {
		return
	}
	t.send(below(trace, own.store), span{
		trace: trace, id: newSpanID(), name: "broadcast", kind: oteltrace.SpanKindInternal, start: start, end: time.Now(),
		attrs: []attribute.KeyValue{text("room", string(id)), number("n", e.N), number("sockets", uint64(sockets))},
	})
}
