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

// lastAppend describes the last attempt to append a command's entry. After a conflict there are
// several attempts.
type lastAppend struct {
	n          uint64 // entry number; 0: there was no attempt
	start, end time.Time
	failure    string // code; empty: the entry is stored
}

// span returns the span of the append to the log of room r.
func (a lastAppend) span(t oteltrace.TraceID, id oteltrace.SpanID, r room.ID) span {
	return span{
		trace: t, id: id, name: "append", kind: oteltrace.SpanKindClient, start: a.start, end: a.end, failure: a.failure,
		attrs: []attribute.KeyValue{text("room", string(r)), number("n", a.n)},
	}
}

// appendKey is the context key of a *lastAppend.
type appendKey struct{}

// Context returns a context that makes a traced Log record its append in f. If f is nil, it
// returns ctx.
func (f *Frame) Context(ctx context.Context) context.Context {
	if f == nil {
		return ctx
	}
	return context.WithValue(ctx, appendKey{}, &f.append)
}

// Context returns a context that makes a traced Log record its append in u. If u is nil, it
// returns ctx.
func (u *Turn) Context(ctx context.Context) context.Context {
	if u == nil {
		return ctx
	}
	return context.WithValue(ctx, appendKey{}, &u.append)
}

// tracedLog is a log whose appends are traced.
type tracedLog struct{ storage.Log }

// Log returns a log that records appends in the frame or turn of their context. If t is
// nil, it returns l.
func (t *Tracer) Log(l storage.Log) storage.Log {
	if t == nil {
		return l
	}
	return tracedLog{l}
}

// Append implements storage.Log.
func (l tracedLog) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	a, _ := ctx.Value(appendKey{}).(*lastAppend)
	if a == nil || e.By == "" { // no command makes an entry without author, such as a credit
		return l.Log.Append(ctx, id, e, fx)
	}
	start := time.Now()
	err := l.Log.Append(ctx, id, e, fx)
	*a = lastAppend{n: e.N, start: start, end: time.Now(), failure: failureCode(err)}
	return err
}

// failureCode returns a code for an error, from a fixed set, or "" for nil.
func failureCode(err error) string {
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
