// Package trace shows the way of a move to whoever operates the service: from a
// player's frame to its append, its broadcast, the AI's reply and the broadcast of
// that, as one OpenTelemetry trace, sent with OTLP over HTTP.
//
// It promises:
//
//   - Off it costs nothing: a nil *Tracer and all that it returns may be used, and do
//     nothing after one comparison.
//   - A trace is whole or absent, however many processes have a part in it.
//   - A collector that is slow or away slows nothing down and ends nothing: what does
//     not fit into a bounded queue, or is not taken in time, is dropped and counted,
//     and the log says so once for each outage, at most twice a minute.
//   - Where traces go, which and how is the Config's to say, not the environment's.
//   - Close returns within CloseLimit.
//   - Spans carry what the log carries: rooms, entries, public player ids, codes. No
//     secret, and nothing that a client has made up.
//
// How it works: no context is passed on between processes. An entry of a room's log
// has the same name everywhere, and all that a trace is made of follows from it: the
// SHA-256 of room and number gives the id of the trace that the entry begins, that
// of the span it begins with, and that of the span of its append (ids.go). Whether a
// trace is sampled follows from its id, as with OpenTelemetry's ratio sampler. The
// job that is queued for an AI names the room, and the room says since which entry
// the AI owes a reply; the reply's command names that entry (turn.go). So hub and
// worker, of whatever version, agree without a word; neither the log nor the queue
// carries anything for this.
//
//	frame          hub     named after the command       begins the trace
//	└ append       hub     the store's operation
//	  ├ broadcast  hubs    to the room's sockets; each hub has one
//	  └ turn       worker  an AI's, from the job taken to its reply
//	    ├ take     worker  reads the room
//	    ├ search   worker  level, depth, nodes
//	    └ append   worker  the reply
//	      └ broadcast  hubs
//
// Where AI plays AI each turn begins a trace of its own. A command that was refused
// is a trace of one frame, or of a frame and the append that failed.
//
// A frame's number is known only when it is stored: so all spans are made when they
// are over (frame.go, turn.go), with the ids that they are to have in their context
// (span.go). OpenTelemetry's SDK queues and sends them; sender.go stands before and
// behind its queue, and says what is lost. docs/decisions/0018 says why.
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

// Tracer sends spans. It is safe for concurrent use. A nil one does nothing.
type Tracer struct {
	sampler  sdktrace.Sampler
	tracer   oteltrace.Tracer
	provider *sdktrace.TracerProvider
	sender   *sender
}

// New returns a tracer that sends until Close, nil if there is no collector or
// nothing to be sent to it.
//
// OpenTelemetry's SDK has one error handler and one logger for a process: New sets
// both.
func New(cfg Config) (*Tracer, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	if cfg.Endpoint == "" || cfg.Ratio == 0 {
		return nil, nil
	}
	return start(cfg, &http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: idleLimit})
}

// start gives the SDK all that it would take from OTEL_* variables otherwise. What it
// still takes are further attributes of the resource.
func start(cfg Config, transport http.RoundTripper) (*Tracer, error) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { cfg.Log.Warn("OpenTelemetry complains", "error", err) }))
	otel.SetLogger(logr.Discard()) // it quotes variables that do not count here, and may be secret
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

// Close sends what is queued and ends the tracer, within CloseLimit. What is traced
// afterwards is dropped.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	defer time.AfterFunc(CloseLimit, t.sender.kill).Stop()
	_ = t.provider.Shutdown(context.Background()) // waits for the last request; what failed is the sender's
	t.sender.end()
}

// Now returns the time; the zero time if t is nil.
func (t *Tracer) Now() time.Time {
	if t == nil {
		return time.Time{}
	}
	return time.Now()
}
