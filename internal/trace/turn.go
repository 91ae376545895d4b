package trace

import (
	"time"

	"go.opentelemetry.io/otel/attribute"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// Turn is a job that a worker has in hand. It belongs to one goroutine. A nil one
// does nothing.
type Turn struct {
	tracer *Tracer
	room   room.ID
	start  time.Time
	append appending

	found   time.Time // zero: the room owes nothing
	trace   oteltrace.TraceID
	parent  oteltrace.SpanID // zero: there is none
	n       uint64
	level   string
	search  search
	sampled bool
}

// search is a search that has chosen a move.
type search struct {
	start, end time.Time
	depth      uint64 // plies
	nodes      uint64
}

// Turn begins with a job that was taken now.
func (t *Tracer) Turn(id room.ID) *Turn {
	if t == nil {
		return nil
	}
	return &Turn{tracer: t, room: id, start: time.Now()}
}

// Found is told the room once it was read: since entry n a reply at this level is
// owed. It is part of that entry's trace; if a machine or nobody made it no frame
// has begun one, and the turn does.
func (u *Turn) Found(r *play.Replica, n uint64, level string) {
	if u == nil {
		return
	}
	id := idsOf(u.room, n)
	u.trace, u.n, u.level = id.trace, n, level
	if entries, _ := r.Since(0, ""); n >= 1 && n <= uint64(len(entries)) {
		if by := entries[n-1].By; by != "" && by != room.Machine {
			u.parent = id.store
		}
	}
	u.found, u.sampled = time.Now(), u.tracer.samples(id.trace)
}

// Searched is told a search that has chosen a move now: since when, to which depth in
// plies, and how many positions.
func (u *Turn) Searched(start time.Time, depth, nodes int) {
	if u != nil {
		u.search = search{start, time.Now(), uint64(max(0, depth)), uint64(max(0, nodes))}
	}
}

// End sends the turn and its parts. code says why there was no reply; it is from a
// fixed set, and empty if there was one.
func (u *Turn) End(code string) {
	if u == nil || !u.sampled {
		return
	}
	t := u.tracer
	ctx := t.send(below(u.trace, u.parent), span{
		trace: u.trace, id: newSpanID(), name: "turn", kind: oteltrace.SpanKindConsumer, start: u.start, end: time.Now(), failed: code,
		attrs: []attribute.KeyValue{text("room", string(u.room)), number("n", u.n), text("level", u.level)},
	})
	t.send(ctx, span{trace: u.trace, id: newSpanID(), name: "take", kind: oteltrace.SpanKindInternal, start: u.start, end: u.found})
	if s := u.search; !s.end.IsZero() {
		t.send(ctx, span{
			trace: u.trace, id: newSpanID(), name: "search", kind: oteltrace.SpanKindInternal, start: s.start, end: s.end,
			attrs: []attribute.KeyValue{text("level", u.level), number("depth", s.depth), number("nodes", s.nodes)},
		})
	}
	if u.append.n == 0 {
		return
	}
	own := newSpanID()
	if u.append.failed == "" {
		own = idsOf(u.room, u.append.n).store
	}
	t.send(ctx, u.append.span(u.trace, own, u.room))
}
