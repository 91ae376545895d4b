package trace

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/quatre/quatre/internal/room"
)

// Frame traces the handling of a player's command. It must be used by one goroutine. A nil
// Frame does nothing.
type Frame struct {
	tracer *Tracer
	start  time.Time
	append lastAppend
}

// Frame starts to trace a command that was received now.
func (t *Tracer) Frame() *Frame {
	if t == nil {
		return nil
	}
	return &Frame{tracer: t, start: time.Now()}
}

// Command is the result of a frame.
type Command struct {
	Kind   string // type of the command, from a fixed set
	Room   room.ID
	Player room.PlayerID
	N      uint64 // number of the command's entry, or of the last entry if the command was refused
	Code   string // code of the refusal; empty: acknowledged
}

// End sends the span of the frame and the span of its append, if there was one.
func (f *Frame) End(c Command) {
	if f == nil {
		return
	}
	end, t := time.Now(), f.tracer
	// If an earlier frame has stored the command, the entry belongs to the trace of that frame.
	var id ids
	if stored := c.Code == "" && f.append.n == c.N && f.append.failure == ""; stored {
		id = entryIDs(c.Room, c.N)
	} else {
		id = randomIDs()
	}
	if !t.isSampled(id.trace) {
		return
	}
	s := span{
		trace: id.trace, id: id.rootSpan, name: c.Kind, kind: oteltrace.SpanKindServer, start: f.start, end: end, failure: c.Code,
		attrs: []attribute.KeyValue{text("room", string(c.Room)), number("n", c.N), text("player", string(c.Player))},
	}
	if c.Code != "" {
		s.attrs = append(s.attrs, text("code", c.Code))
	}
	ctx := t.send(context.Background(), s)
	if f.append.n != 0 {
		t.send(ctx, f.append.span(id.trace, id.appendSpan, c.Room))
	}
}

// Broadcast sends the span of a broadcast: entry e was sent to a number of sockets, from
// start to now.
func (t *Tracer) Broadcast(id room.ID, e room.Entry, start time.Time, sockets int) {
	if t == nil {
		return
	}
	first, ok := firstEntryOf(e)
	if !ok {
		return
	}
	own := entryIDs(id, e.N)
	trace := own.trace
	if first != e.N {
		trace = entryIDs(id, first).trace
	}
	if !t.isSampled(trace) {
		return
	}
	t.send(parentContext(trace, own.appendSpan), span{
		trace: trace, id: newSpanID(), name: "broadcast", kind: oteltrace.SpanKindInternal, start: start, end: time.Now(),
		attrs: []attribute.KeyValue{text("room", string(id)), number("n", e.N), number("sockets", uint64(sockets))},
	})
}
