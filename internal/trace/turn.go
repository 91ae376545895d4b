package trace

import (
	"time"

	"go.opentelemetry.io/otel/attribute"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// Turn traces an AI's turn in a worker. It must be used by one goroutine. A nil Turn does
// nothing.
type Turn struct {
	tracer *Tracer
	room   room.ID
	start  time.Time
	append lastAppend

	readAt  time.Time // when the worker had read the room; zero: the AI owes no reply
	trace   oteltrace.TraceID
	parent  oteltrace.SpanID // the parent of the turn; zero: the turn begins its trace
	n       uint64
	level   string
	search  search
	sampled bool
}

// search is the search that chose the move.
type search struct {
	start, end time.Time
	depth      uint64 // plies
	nodes      uint64
}

// Turn starts to trace a job that was taken now.
func (t *Tracer) Turn(id room.ID) *Turn {
	if t == nil {
		return nil
	}
	return &Turn{tracer: t, room: id, start: time.Now()}
}

// Found must be called when the worker has read the room, and the AI owes a reply to entry n at a
// level. The turn then belongs to the trace of entry n. If no player made that entry, the turn
// begins the trace.
func (u *Turn) Found(r *play.Replica, n uint64, level string) {
	if u == nil {
		return
	}
	id := entryIDs(u.room, n)
	u.trace, u.n, u.level = id.trace, n, level
	// If the worker reads the room late, its replica may begin after entry n. Then the turn has
	// no parent.
	if e, held := r.Entry(n); held && e.By != "" && e.By != room.Machine {
		u.parent = id.appendSpan
	}
	u.readAt, u.sampled = time.Now(), u.tracer.isSampled(id.trace)
}

// Searched must be called when a search has chosen a move. start is when the search began,
// depth is in plies, nodes is the number of positions searched.
func (u *Turn) Searched(start time.Time, depth, nodes int) {
	if u != nil {
		u.search = search{start, time.Now(), uint64(max(0, depth)), uint64(max(0, nodes))}
	}
}

// End sends the spans of the turn. code is the reason why the worker has not replied, from a fixed
// set; empty: it has replied.
func (u *Turn) End(code string) {
	if u == nil || !u.sampled {
		return
	}
	t := u.tracer
	ctx := t.send(parentContext(u.trace, u.parent), span{
		trace: u.trace, id: newSpanID(), name: "turn", kind: oteltrace.SpanKindConsumer, start: u.start, end: time.Now(), failure: code,
		attrs: []attribute.KeyValue{text("room", string(u.room)), number("n", u.n), text("level", u.level)},
	})
	t.send(ctx, span{trace: u.trace, id: newSpanID(), name: "take", kind: oteltrace.SpanKindInternal, start: u.start, end: u.readAt})
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
	if u.append.failure == "" {
		own = entryIDs(u.room, u.append.n).appendSpan
	}
	t.send(ctx, u.append.span(u.trace, own, u.room))
}
