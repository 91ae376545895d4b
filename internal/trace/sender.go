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

// Limits of what waits for a collector.
const (
	queueLength  = 4096                   // spans: some megabytes
	batchLength  = 512                    // spans in one request, at most
	batchPause   = time.Second            // that a span waits for others, at most
	sendLimit    = 5 * time.Second        // for one request
	retryLimit   = 30 * time.Second       // for a batch, with all attempts and pauses
	retryFirst   = 500 * time.Millisecond // the first pause, half of it more or less; then longer ones
	retryLongest = 5 * time.Second        // the longest, unless the collector asks for more
	answerLimit  = 64 << 10               // bytes of an answer
	quoteLimit   = 256                    // bytes of an error in the log
	tellPause    = time.Minute            // between two lines of the log that say that something is lost
	CloseLimit   = 2 * time.Second        // that Close takes, at most
	idleLimit    = 90 * time.Second       // that a connection stays open
)

// sender is the SDK's exporter of batches. It says what becomes of them, and ends
// when it is killed.
type sender struct {
	sdktrace.SpanExporter
	client *client
	log    *slog.Logger

	life context.Context
	kill context.CancelFunc

	waiting atomic.Int64 // spans, those on their way included
	dropped atomic.Int64 // spans, since the log was told last

	// owned by ExportSpans, of which there is one at a time
	away bool      // the log was told that the collector takes nothing
	told time.Time // that something is lost
}

func newSender(cfg Config, transport http.RoundTripper) (*sender, error) {
	address, headers := cfg.target()
	c := &client{http: &http.Client{Transport: transport, Timeout: sendLimit}, url: address, headers: headers}
	exporter, err := otlptrace.New(context.Background(), c)
	if err != nil {
		return nil, err
	}
	s := &sender{SpanExporter: exporter, client: c, log: cfg.Log}
	s.life, s.kill = context.WithCancel(context.Background())
	return s, nil
}

// processor returns the SDK's queue in front of s.
func (s *sender) processor() sdktrace.SpanProcessor {
	return door{s, sdktrace.NewBatchSpanProcessor(s,
		sdktrace.WithMaxQueueSize(queueLength), sdktrace.WithMaxExportBatchSize(batchLength),
		sdktrace.WithBatchTimeout(batchPause), sdktrace.WithExportTimeout(retryLimit))}
}

// door lets as many spans into the SDK's queue as it holds: the queue itself would
// drop them without a word.
type door struct {
	sender *sender
	sdktrace.SpanProcessor
}

// OnEnd implements the SDK's SpanProcessor. It never waits.
func (d door) OnEnd(s sdktrace.ReadOnlySpan) {
	if d.sender.waiting.Add(1) > queueLength {
		d.sender.waiting.Add(-1)
		d.sender.dropped.Add(1)
		return
	}
	d.SpanProcessor.OnEnd(s)
}

// ExportSpans implements the SDK's SpanExporter. It returns no error: the SDK would
// tell its handler of each.
func (s *sender) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	err := s.life.Err()
	if err == nil {
		err = s.SpanExporter.ExportSpans(ctx, spans)
	}
	lost := lostOf(len(spans), err)
	s.waiting.Add(-int64(len(spans)))
	s.dropped.Add(int64(lost))
	s.tell(lost == len(spans), err)
	return nil
}

// tell has the log say that an outage begins and ends, and that something is lost
// while there is none.
func (s *sender) tell(away bool, err error) {
	quiet := time.Since(s.told) < tellPause
	switch {
	case away && !s.away && !quiet:
		s.log.Warn("the collector does not take traces, they are dropped", "error", quote(err), "status", s.client.status)
		s.away, s.told = true, time.Now()
	case !away && s.away:
		s.log.Warn("the collector takes traces", "dropped", s.dropped.Swap(0))
		s.away = false
	case !away && !quiet && s.dropped.Load() > 0:
		s.log.Warn("spans of traces were dropped", "spans", s.dropped.Swap(0), "error", quote(err))
		s.told = time.Now()
	}
}

// end is called when there are no more batches.
func (s *sender) end() {
	s.kill()
	s.client.http.CloseIdleConnections()
	if n := s.dropped.Swap(0) + s.waiting.Swap(0); n > 0 {
		s.log.Warn("spans of traces were dropped", "spans", n)
	}
}

// lostOf returns how many spans of a batch were not taken.
func lostOf(all int, err error) int {
	if err == nil {
		return 0
	}
	if partial := (*partialError)(nil); errors.As(err, &partial) {
		return int(min(max(partial.rejected, 0), int64(all)))
	}
	return all
}

// quote returns what an error says, which a collector may have worded.
func quote(err error) string {
	if err == nil {
		return ""
	}
	if text := err.Error(); len(text) > quoteLimit {
		return strings.ToValidUTF8(text[:quoteLimit], "") + "…"
	}
	return err.Error()
}
