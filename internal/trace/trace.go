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
//     not fit into a bounded queue, or is not taken, is dropped and counted, and the
//     log says so once for each outage. Nothing is sent again.
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
// are over (frame.go, turn.go), and put into a queue that one goroutine empties
// (queue.go). docs/decisions/0018 says why this is not OpenTelemetry's own SDK.
package trace

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Config says where traces go.
type Config struct {
	// Endpoint is an OTLP collector's HTTP address, such as http://localhost:4318;
	// empty: there is none. A name and a password in it are sent as HTTP's basic
	// authentication.
	Endpoint string

	// Ratio is the share of traces that are sent, from 0 to 1. All processes should
	// have the same: with different ones a trace may lack the parts of the lower one.
	Ratio float64

	// Service, Instance and Version say which program sends, which process of it, and
	// what it was built from.
	Service, Instance, Version string

	Log *slog.Logger
}

// Check refuses what cannot be meant.
func (c Config) Check() error {
	if !(c.Ratio >= 0 && c.Ratio <= 1) { // nor NaN
		return fmt.Errorf("a ratio of %v: it is from 0 to 1", c.Ratio)
	}
	if c.Endpoint == "" {
		return nil
	}
	u, err := url.Parse(c.Endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("the collector's address is not one such as http://localhost:4318") // without it: it may have a password
	}
	return nil
}

// tracesPath is where a collector takes traces, below its address.
const tracesPath = "/v1/traces"

func (c Config) url() string {
	base := strings.TrimRight(c.Endpoint, "/")
	return strings.TrimSuffix(base, tracesPath) + tracesPath
}

// Tracer sends spans. It is safe for concurrent use. A nil one does nothing.
type Tracer struct {
	sampler sampler
	queue   *queue
}

// New returns a tracer that sends until Close, nil if there is no collector or
// nothing to be sent to it.
func New(cfg Config) (*Tracer, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	if cfg.Endpoint == "" || cfg.Ratio == 0 {
		return nil, nil
	}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: idleLimit}
	return &Tracer{sampler: newSampler(cfg.Ratio), queue: startQueue(cfg, transport)}, nil
}

// Close sends what is queued and ends the tracer, within CloseLimit. What is traced
// afterwards is dropped.
func (t *Tracer) Close() {
	if t != nil {
		t.queue.close()
	}
}

// Now returns the time; the zero time if t is nil.
func (t *Tracer) Now() time.Time {
	if t == nil {
		return time.Time{}
	}
	return time.Now()
}
