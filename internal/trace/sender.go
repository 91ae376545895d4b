package trace

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// CloseLimit is the maximum duration of Tracer.Close.
const CloseLimit = 2 * time.Second

const (
	queueLength     = 4096                   // spans; a few megabytes
	batchLength     = 512                    // max spans in one request
	batchDelay      = time.Second            // max time that a span waits for others
	requestTimeout  = 5 * time.Second        // for one request
	batchTimeout    = 30 * time.Second       // for a batch, with all retries and pauses
	firstRetryPause = 500 * time.Millisecond // changed at random by up to a half; later pauses are longer
	maxRetryPause   = 5 * time.Second        // unless the collector asks for a longer pause
	maxResponse     = 64 << 10               // max bytes read of a response
	maxErrorText    = 256                    // max bytes of an error in the log
	logInterval     = time.Minute            // min time between two log lines about losses
	idleTimeout     = 90 * time.Second       // for an unused connection
)

// sender exports batches of spans. It logs outages and counts dropped spans.
type sender struct {
	sdktrace.SpanExporter
	client *client
	log    *slog.Logger

	ctx    context.Context
	cancel context.CancelFunc

	waiting atomic.Int64 // spans queued or being sent
	dropped atomic.Int64 // spans dropped since the last log line

	// used only by ExportSpans, which the SDK never calls concurrently
	away       bool      // the last line of the log says that the collector accepts no traces
	lastLogged time.Time // when the log last reported a loss
}

func newSender(cfg Config, transport http.RoundTripper) (*sender, error) {
	address, headers := cfg.target()
	c := &client{http: &http.Client{Transport: transport, Timeout: requestTimeout}, url: address, headers: headers}
	exporter, err := otlptrace.New(context.Background(), c)
	if err != nil {
		return nil, err
	}
	s := &sender{SpanExporter: exporter, client: c, log: cfg.Log}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// processor returns the SDK's queue, which feeds s.
func (s *sender) processor() sdktrace.SpanProcessor {
	return boundedQueue{s, sdktrace.NewBatchSpanProcessor(s,
		sdktrace.WithMaxQueueSize(queueLength), sdktrace.WithMaxExportBatchSize(batchLength),
		sdktrace.WithBatchTimeout(batchDelay), sdktrace.WithExportTimeout(batchTimeout))}
}

// boundedQueue drops and counts the spans that would not fit into the SDK's queue. The
// SDK would drop them silently.
type boundedQueue struct {
	sender *sender
	sdktrace.SpanProcessor
}

// OnEnd implements sdktrace.SpanProcessor. It never blocks.
func (d boundedQueue) OnEnd(s sdktrace.ReadOnlySpan) {
	if d.sender.waiting.Add(1) > queueLength {
		d.sender.waiting.Add(-1)
		d.sender.dropped.Add(1)
		return
	}
	d.SpanProcessor.OnEnd(s)
}

// ExportSpans implements sdktrace.SpanExporter. It always returns nil, because the SDK
// would log every error; logState logs less often.
func (s *sender) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	err := s.ctx.Err()
	if err == nil {
		err = s.SpanExporter.ExportSpans(ctx, spans)
	}
	lost := rejectedSpans(len(spans), err)
	s.waiting.Add(-int64(len(spans)))
	s.dropped.Add(int64(lost))
	s.logState(lost == len(spans), err)
	return nil
}

// logState logs the beginning and the end of an outage, and losses without an outage.
func (s *sender) logState(away bool, err error) {
	tooSoon := time.Since(s.lastLogged) < logInterval
	switch {
	case away && !s.away && !tooSoon:
		s.log.Warn("the collector does not accept traces, they are dropped", "error", errorText(err), "status", s.client.status)
		s.away, s.lastLogged = true, time.Now()
	case !away && s.away:
		s.log.Warn("the collector accepts traces again", "dropped", s.dropped.Swap(0))
		s.away = false
	case !away && !tooSoon && s.dropped.Load() > 0:
		s.log.Warn("trace spans were dropped", "spans", s.dropped.Swap(0), "error", errorText(err))
		s.lastLogged = time.Now()
	}
}

// close ends the sender after the last batch and logs how many spans were dropped.
func (s *sender) close() {
	s.cancel()
	s.client.http.CloseIdleConnections()
	if n := s.dropped.Swap(0) + s.waiting.Swap(0); n > 0 {
		s.log.Warn("trace spans were dropped", "spans", n)
	}
}

// rejectedSpans returns the number of spans of a batch that the collector did not accept.
func rejectedSpans(all int, err error) int {
	if err == nil {
		return 0
	}
	if partial := (*rejection)(nil); errors.As(err, &partial) {
		return int(min(max(partial.rejected, 0), int64(all)))
	}
	return all
}

// errorText returns the text of an error, shortened to maxErrorText, since a collector may have
// written a long one.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	if text := err.Error(); len(text) > maxErrorText {
		return strings.ToValidUTF8(text[:maxErrorText], "") + "…"
	}
	return err.Error()
}
