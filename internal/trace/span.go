package trace

import (
	"time"

	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	otlp "go.opentelemetry.io/proto/slim/otlp/trace/v1"
)

// span is one part of a trace that is over.
type span struct {
	trace      traceID
	id, parent spanID // parent: zero for the first span
	name       string
	kind       otlp.Span_SpanKind
	start, end time.Time
	attrs      []attr
	failed     string // why, in a word; empty: it did not
}

const (
	kindInternal = otlp.Span_SPAN_KIND_INTERNAL
	kindServer   = otlp.Span_SPAN_KIND_SERVER
	kindClient   = otlp.Span_SPAN_KIND_CLIENT
	kindConsumer = otlp.Span_SPAN_KIND_CONSUMER
)

// attr is an attribute: a text, or else a number.
type attr struct {
	key    string
	text   string
	number uint64
	isText bool
}

// prefix tells what is this service's own from OpenTelemetry's conventions.
const prefix = "quatre."

func text(key, value string) attr          { return attr{key: prefix + key, text: value, isText: true} }
func number(key string, value uint64) attr { return attr{key: prefix + key, number: value} }

// sampledFlag is that of W3C Trace Context.
const sampledFlag = 1

func (s *span) encode() *otlp.Span {
	o := &otlp.Span{
		TraceId: s.trace[:], SpanId: s.id[:], Name: s.name, Kind: s.kind, Flags: sampledFlag,
		StartTimeUnixNano: uint64(s.start.UnixNano()), EndTimeUnixNano: uint64(s.end.UnixNano()),
	}
	if s.parent != (spanID{}) {
		o.ParentSpanId = s.parent[:]
	}
	for _, a := range s.attrs {
		o.Attributes = append(o.Attributes, a.encode())
	}
	if s.failed != "" {
		o.Status = &otlp.Status{Code: otlp.Status_STATUS_CODE_ERROR, Message: s.failed}
	}
	return o
}

func (a attr) encode() *common.KeyValue {
	if a.isText {
		return keyValue(a.key, a.text)
	}
	return &common.KeyValue{Key: a.key, Value: &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: int64(a.number)}}}
}

func keyValue(key, value string) *common.KeyValue {
	return &common.KeyValue{Key: key, Value: &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: value}}}
}
