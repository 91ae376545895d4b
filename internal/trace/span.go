package trace

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	oteltrace "go.opentelemetry.io/otel/trace"
)

// span is a span that has ended.
type span struct {
	trace      oteltrace.TraceID
	id         oteltrace.SpanID
	name       string
	kind       oteltrace.SpanKind
	start, end time.Time
	attrs      []attribute.KeyValue
	failure    string // code; empty: success
}

// attributePrefix marks attributes that are not OpenTelemetry conventions.
const attributePrefix = "quatre."

// text returns the attribute key with a text as value.
func text(key, value string) attribute.KeyValue { return attribute.String(attributePrefix+key, value) }

// number returns the attribute key with a number as value.
func number(key string, value uint64) attribute.KeyValue {
	return attribute.Int64(attributePrefix+key, int64(value))
}

// send queues s as a child of the span in ctx, if there is one. It returns a context with
// s as its span. The trace of s must be sampled.
func (t *Tracer) send(ctx context.Context, s span) context.Context {
	ctx, out := t.tracer.Start(withIDs(ctx, s.trace, s.id), s.name,
		oteltrace.WithSpanKind(s.kind), oteltrace.WithTimestamp(s.start), oteltrace.WithAttributes(s.attrs...))
	if s.failure != "" {
		out.SetStatus(codes.Error, s.failure)
	}
	out.End(oteltrace.WithTimestamp(s.end))
	return ctx
}

// parentContext returns a context with the span parent, which another process may send. If
// parent is zero, the context has no span.
func parentContext(trace oteltrace.TraceID, parent oteltrace.SpanID) context.Context {
	ctx := context.Background()
	if !parent.IsValid() {
		return ctx
	}
	return oteltrace.ContextWithRemoteSpanContext(ctx, oteltrace.NewSpanContext(oteltrace.SpanContextConfig{
		TraceID: trace, SpanID: parent, TraceFlags: oteltrace.FlagsSampled,
	}))
}
