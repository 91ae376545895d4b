// Package telemetry counts and logs the events that all parts of a hub share: refusals and
// panics. Each part also has metrics of its own. docs/operate/metrics.md
// describes every metric, docs/operate/operations.md every log line.
//
// It promises that no label has a value that a client has chosen, and that neither
// secrets nor the content of commands are logged.
package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/storemetrics"
)

// Recorder counts and logs. Its methods are safe for concurrent use.
type Recorder struct {
	Log *slog.Logger

	refusals *prometheus.CounterVec // by code
	panics   prometheus.Counter
}

// RefusedFrame is the code of a frame that is too large. It has no wire.Failure, because the
// websocket library closes the socket.
const RefusedFrame = "frame_too_large"

// New returns a Recorder that logs to log and has its metrics in reg.
func New(log *slog.Logger, reg prometheus.Registerer) *Recorder {
	codes := []string{RefusedFrame} // those of refusals by rooms are added as they occur
	for _, f := range wire.Failures {
		codes = append(codes, f.Code)
	}
	return &Recorder{
		Log: log,
		refusals: storemetrics.NewCounters(reg, "quatre_hub_refusals_total",
			"Requests, sockets and commands refused, by code.", "code", codes...),
		panics: storemetrics.Panics(reg).WithLabelValues("hub"),
	}
}

// Refused counts a refusal.
func (r *Recorder) Refused(code string) { r.refusals.WithLabelValues(code).Inc() }

// Debugging reports whether debug lines are logged. Code that runs for every frame calls it
// before it collects the attributes of a line.
func (r *Recorder) Debugging() bool { return r.Log.Enabled(context.Background(), slog.LevelDebug) }

// FailureOf returns the failure that a client gets for err. If that failure hides err, an
// internal error, FailureOf logs err with attrs.
func (r *Recorder) FailureOf(err error, attrs ...any) wire.Failure {
	f, known := wire.FailureOf(err)
	if !known {
		r.Log.Error("request failed", append(attrs, "error", err)...)
	}
	return f
}

// Panicked counts and logs a panic. Call it in the deferred function that recovers, because
// it logs the stack.
func (r *Recorder) Panicked(p any) {
	r.panics.Inc()
	r.Log.Error("panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
}

// Catch turns a panic into *err. A function that handles one of many items defers Catch, so
// that a panic does not stop the others.
func (r *Recorder) Catch(err *error) {
	if p := recover(); p != nil {
		r.Panicked(p)
		*err = fmt.Errorf("hub: panic: %v", p)
	}
}
