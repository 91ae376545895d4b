// Package trace sends OpenTelemetry traces of moves, by OTLP over HTTP. One trace shows
// the whole path of a move: the player's frame, its append, the broadcast, the AI's reply
// and the broadcast of the reply.
//
// It promises:
//
//   - Tracing that is off costs nothing. All methods work on a nil *Tracer and on the nil
//     values that it returns.
//   - A trace is complete or absent, even if several processes send parts of it. For this,
//     all processes must use the same Config.Ratio.
//   - A slow or absent collector never delays the caller. Spans that do not fit into the
//     queue, or that the collector does not accept in time, are dropped and counted. The
//     log reports this once per outage and at most twice a minute.
//   - Config alone decides which traces are sent, where and how. Environment variables of
//     OpenTelemetry can only add attributes to the resource.
//   - Close returns within CloseLimit.
//   - Spans carry rooms, entry numbers, player IDs and codes. They carry no secrets and no
//     text from clients.
//
// How it works: processes pass no trace context to each other. Instead, all IDs of a trace
// are computed from the room and the number of an entry: a SHA-256 gives the IDs of the
// trace, of its first span and of the span of the entry's append (ids.go). The trace ID
// also decides whether the trace is sampled, as in OpenTelemetry's ratio sampler. An AI's
// job names the room, the room's log tells which entry the AI replies to, and the reply's
// command names that entry (turn.go). So hubs and workers of different versions agree,
// and neither the log nor the queue holds any data for tracing.
//
//	frame          hub     named after the command; begins the trace
//	└ append       hub     the store's operation
//	  ├ broadcast  hubs    to the room's sockets; one span per hub
//	  └ turn       worker  the AI's turn, from taking the job to the reply
//	    ├ take     worker  reads the room
//	    ├ search   worker  level, depth, nodes
//	    └ append   worker  stores the reply
//	      └ broadcast  hubs
//
// When AI plays AI, each turn begins its own trace. The trace of a refused command has only the
// frame, and the append if one failed.
//
// The number of an entry is known only after the append. So a span is created only when what it
// measures has ended (frame.go, turn.go), with its IDs in the context (span.go). OpenTelemetry's
// SDK queues and sends the spans; sender.go bounds this queue and logs losses.
// docs/decisions/0018 gives the reasons.
package trace

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/go-logr/logr"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"
)

// Tracer sends spans. It is safe for concurrent use. A nil Tracer does nothing.
type Tracer struct {
	sampler  sdktrace.Sampler
	tracer   oteltrace.Tracer
	provider *sdktrace.TracerProvider
	sender   *sender
}

// New returns a tracer that sends spans until Close. It returns nil if cfg has no Endpoint or
// a Ratio of 0. It returns an error if cfg is invalid.
//
// OpenTelemetry's SDK has one error handler and one logger per process. New sets both.
func New(cfg Config) (*Tracer, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	if cfg.Endpoint == "" || cfg.Ratio == 0 {
		return nil, nil
	}
	return newTracer(cfg, &http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: idleTimeout})
}

// newTracer sets every option that the SDK would otherwise read from OTEL_* variables,
// except additional attributes of the resource.
func newTracer(cfg Config, transport http.RoundTripper) (*Tracer, error) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { cfg.Log.Warn("OpenTelemetry reports an error", "error", err) }))
	otel.SetLogger(logr.Discard()) // the SDK's messages quote environment variables, which may hold secrets
	s, err := newSender(cfg, transport)
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	sampler := sdktrace.TraceIDRatioBased(cfg.Ratio)
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithSampler(sampler),
		sdktrace.WithIDGenerator(idGenerator{}),
		sdktrace.WithRawSpanLimits(sdktrace.SpanLimits{AttributeValueLengthLimit: -1, AttributeCountLimit: -1}),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", cfg.Service),
			attribute.String("service.instance.id", cfg.Instance),
			attribute.String("service.version", cfg.Version),
		)),
		sdktrace.WithSpanProcessor(s.processor()),
	)
	return &Tracer{sampler, provider.Tracer("github.com/quatre/quatre/internal/trace"), provider, s}, nil
}

// Close sends the queued spans and stops the tracer, within CloseLimit. Later spans are
// dropped.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	defer time.AfterFunc(CloseLimit, t.sender.cancel).Stop()
	_ = t.provider.Shutdown(context.Background()) // waits for the last request; the sender logs errors
	t.sender.close()
}

// Now returns the current time, or the zero time if t is nil.
func (t *Tracer) Now() time.Time {
	if t == nil {
		return time.Time{}
	}
	return time.Now()
}
