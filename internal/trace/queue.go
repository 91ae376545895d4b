package trace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	resource "go.opentelemetry.io/proto/slim/otlp/resource/v1"
	otlp "go.opentelemetry.io/proto/slim/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Limits of what waits for a collector.
const (
	queueLength = 4096             // spans: some megabytes
	batchLength = 512              // spans in one request, at most
	batchPause  = time.Second      // that a span waits for others, at most
	sendLimit   = 5 * time.Second  // for one request
	answerLimit = 64 << 10         // bytes of an answer that are read
	CloseLimit  = 2 * time.Second  // that Close takes, at most
	idleLimit   = 90 * time.Second // that a connection stays open
)

// queue has the spans that are to be sent, and a goroutine that does it.
type queue struct {
	spans   chan span
	dropped atomic.Uint64 // since the log was told last

	url      string
	resource *resource.Resource
	client   *http.Client
	log      *slog.Logger

	closing chan struct{} // closed by close: send what is there and end
	life    context.Context
	kill    context.CancelFunc
	over    chan struct{} // closed when run has ended

	// owned by run
	batch []span
	away  bool // the last request has failed
}

func startQueue(cfg Config, transport http.RoundTripper) *queue {
	q := &queue{
		spans: make(chan span, queueLength), url: cfg.url(), log: cfg.Log,
		resource: &resource.Resource{Attributes: []*common.KeyValue{
			keyValue("service.name", cfg.Service), keyValue("service.instance.id", cfg.Instance), keyValue("service.version", cfg.Version),
		}},
		client:  &http.Client{Transport: transport},
		closing: make(chan struct{}), over: make(chan struct{}),
	}
	q.life, q.kill = context.WithCancel(context.Background())
	go q.run()
	return q
}

// put never waits.
func (q *queue) put(s span) {
	select {
	case q.spans <- s:
	default:
		q.dropped.Add(1)
	}
}

// close must be called once.
func (q *queue) close() {
	close(q.closing)
	defer time.AfterFunc(CloseLimit, q.kill).Stop()
	<-q.over
	q.kill()
	q.client.CloseIdleConnections()
	if n := q.dropped.Load(); n > 0 {
		q.log.Warn("spans of traces were dropped", "spans", n)
	}
}

// run sends a batch when it is full, or when its first span has waited.
func (q *queue) run() {
	defer close(q.over)
	pause := time.NewTimer(0)
	<-pause.C
	for {
		select {
		case s := <-q.spans:
			if len(q.batch) == 0 {
				pause.Reset(batchPause)
			}
			if q.batch = append(q.batch, s); len(q.batch) == batchLength {
				q.send()
			}
		case <-pause.C:
			q.send()
		case <-q.closing:
			q.drain()
			return
		}
	}
}

// drain sends what is there.
func (q *queue) drain() {
	for {
		select {
		case s := <-q.spans:
			if q.batch = append(q.batch, s); len(q.batch) == batchLength {
				q.send()
			}
		default:
			q.send()
			return
		}
	}
}

// send sends the batch, or drops it.
func (q *queue) send() {
	if len(q.batch) == 0 {
		return
	}
	rejected, err := q.post()
	if err != nil {
		rejected = len(q.batch)
	}
	clear(q.batch)
	q.batch = q.batch[:0]
	q.dropped.Add(uint64(rejected))
	switch {
	case err != nil && !q.away:
		q.log.Warn("the collector does not take traces, they are dropped", "error", err)
	case err == nil && (q.away || rejected > 0):
		q.log.Warn("the collector takes traces", "dropped", q.dropped.Swap(0))
	}
	q.away = err != nil
}

// post makes the request. It returns how many spans the collector has not taken
// although it has answered well.
func (q *queue) post() (rejected int, err error) {
	body, err := q.encode()
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(q.life, sendLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, q.url, bytes.NewReader(body))
	if err != nil {
		return 0, errors.New("its address is none")
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	resp, err := q.client.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the address, in which there may be a password
		}
		return 0, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, answerLimit))
	switch {
	case resp.StatusCode/100 != 2:
		return 0, fmt.Errorf("it answers %s", resp.Status)
	case err != nil:
		return 0, err
	}
	var taken collector.ExportTraceServiceResponse
	if proto.Unmarshal(answer, &taken) != nil {
		return 0, nil // it has taken them, whatever it says
	}
	return int(min(max(0, taken.GetPartialSuccess().GetRejectedSpans()), int64(len(q.batch)))), nil
}

func (q *queue) encode() ([]byte, error) {
	spans := make([]*otlp.Span, len(q.batch))
	for i := range q.batch {
		spans[i] = q.batch[i].encode()
	}
	return proto.Marshal(&collector.ExportTraceServiceRequest{ResourceSpans: []*otlp.ResourceSpans{{
		Resource:   q.resource,
		ScopeSpans: []*otlp.ScopeSpans{{Scope: &common.InstrumentationScope{Name: "github.com/quatre/quatre/internal/trace"}, Spans: spans}},
	}}})
}
