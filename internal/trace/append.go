package trace

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// appending is the last append of a command's entry. What failed is tried again
// after a conflict.
type appending struct {
	n          uint64 // 0: there was none
	start, end time.Time
	failed     string // why, in a word; empty: it is stored
}

func (a appending) span(t oteltrace.TraceID, id oteltrace.SpanID, r room.ID) span {
	return span{
		trace: t, id: id, name: "append", kind: oteltrace.SpanKindClient, start: a.start, end: a.end, failed: a.failed,
		attrs: []attribute.KeyValue{text("room", string(r)), number("n", a.n)},
	}
}

// key is the context's for an *appending.
type key struct{}

// Context returns ctx with word of f for a traced log; ctx itself if f is nil.
func (f *Frame) Context(ctx context.Context) context.Context {
	if f == nil {
		return ctx
	}
	return context.WithValue(ctx, key{}, &f.append)
}

// Context returns ctx with word of u for a traced log; ctx itself if u is nil.
func (u *Turn) Context(ctx context.Context) context.Context {
	if u == nil {
		return ctx
	}
	return context.WithValue(ctx, key{}, &u.append)
}

// log is a room.Log whose appends are traced.
type log struct{ storage.Log }

// Log returns l, traced: an append with the context of a Frame or a Turn becomes part
// of its trace. Log returns l itself if t is nil.
func (t *Tracer) Log(l storage.Log) storage.Log {
	if t == nil {
		return l
	}
	return log{l}
}

// Append implements room.Log.
func (l log) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	a, _ := ctx.Value(key{}).(*appending)
	if a == nil || e.By == "" { // on the way to a command the room may be credited an outage
		return l.Log.Append(ctx, id, e, fx)
	}
	start := time.Now()
	err := l.Log.Append(ctx, id, e, fx)
	*a = appending{n: e.N, start: start, end: time.Now(), failed: word(err)}
	return err
}

// word returns what went wrong in one word of a fixed set.
func word(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, storage.ErrConflict):
		return "conflict"
	case storage.IsAway(err):
		return "unavailable"
	default:
		return "failed"
	}
}
