package trace

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	oteltrace "go.opentelemetry.io/otel/trace"
)

// span is one part of a trace that is over.
type span struct {
	trace      oteltrace.TraceID
	id         oteltrace.SpanID
	name       string
	kind       oteltrace.SpanKind
	start, end time.Time
	attrs      []attribute.KeyValue
	failed     string // why, in a word; empty: it did not
}

// prefix tells what is this service's own from OpenTelemetry's conventions.
const prefix = "quatre."

func text(key, value string) attribute.KeyValue { return attribute.String(prefix+key, value) }

func number(key string, value uint64) attribute.KeyValue {
	return attribute.Int64(prefix+key, int64(value))
}

// send has s sent, below the span of ctx if that has one, and returns a context of
// s. The trace of s is sampled.
func (t *Tracer) send(ctx context.Context, s span) context.Context {
	ctx, out := t.tracer.Start(withIDs(ctx, s.trace, s.id), s.name,
		oteltrace.WithSpanKind(s.kind), oteltrace.WithTimestamp(s.start), oteltrace.WithAttributes(s.attrs...))
	if s.failed != "" {
		out.SetStatus(codes.Error, s.failed)
	}
	out.End(oteltrace.WithTimestamp(s.end))
	return ctx
}

// below is a context of a span that another process may have sent; of none if parent
// is zero.
func below(trace oteltrace.TraceID, parent oteltrace.SpanID) context.Context {
	ctx := context.Background()
	if !parent.IsValid() {
		return ctx
	}
	return oteltrace.ContextWithRemoteSpanContext(ctx, oteltrace.NewSpanContext(oteltrace.SpanContextConfig{
		TraceID: trace, SpanID: parent, TraceFlags: oteltrace.FlagsSampled,
	}))
}
