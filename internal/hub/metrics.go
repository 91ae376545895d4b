package hub

import (
	"strconv"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"
)

// metrics are what operators see of a hub. docs/operations.md describes them.
type metrics struct {
	opened   prometheus.Counter
	closed   *prometheus.CounterVec // by close code
	commands *prometheus.CounterVec // by type
	refusals *prometheus.CounterVec // by code
	entries  prometheus.Counter
	broken   prometheus.Counter
	panics   prometheus.Counter
	swept    prometheus.Counter
	analyses *prometheus.CounterVec // by how they were answered
	played   prometheus.Histogram
}

// countClosed counts a socket's end. A client may close with any of 4000 codes;
// those that neither it nor the hub should use are counted as one.
func (m *metrics) countClosed(code websocket.StatusCode) {
	label := "other"
	if code <= websocket.StatusTLSHandshake || code >= closeReplaced && code <= closeOutdated {
		label = strconv.Itoa(int(code))
	}
	m.closed.WithLabelValues(label).Inc()
}

func newMetrics(reg prometheus.Registerer, h *Hub) *metrics {
	counter := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Namespace: "quatre", Subsystem: "hub", Name: name, Help: help}
	}
	m := &metrics{
		opened:   prometheus.NewCounter(counter("sockets_opened_total", "Websockets opened in a room.")),
		closed:   prometheus.NewCounterVec(counter("sockets_closed_total", "Websockets ended or refused, by close code; 1006 ended without one."), []string{"code"}),
		commands: prometheus.NewCounterVec(counter("commands_total", "Commands acknowledged, by type, those sent again included."), []string{"type"}),
		refusals: prometheus.NewCounterVec(counter("refusals_total", "Requests and commands refused, by code."), []string{"code"}),
		entries:  prometheus.NewCounter(counter("entries_encoded_total", "Log entries encoded for sockets, once for all of a room that are at the same place.")),
		broken:   prometheus.NewCounter(counter("watches_interrupted_total", "Times that a room was read on because notices may have been lost.")),
		panics:   prometheus.NewCounter(counter("panics_total", "Panics survived: mistakes of this program, each in the log with its stack.")),
		swept:    prometheus.NewCounter(counter("rooms_swept_total", "Rooms whose deadline had passed.")),
		analyses: prometheus.NewCounterVec(counter("analyses_total", "Requests for an analysis answered: over (the game is), cached, computed, partial, nothing (yet), gone (the client)."), []string{"answer"}),
		played: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "quatre", Subsystem: "hub", Name: "play_seconds",
			Help:                            "Time from a decoded command to its entry stored, or its refusal.",
			NativeHistogramBucketFactor:     1.1,
			NativeHistogramMaxBucketNumber:  100,
			NativeHistogramMinResetDuration: 0,
			Buckets:                         prometheus.ExponentialBuckets(0.0001, 4, 9),
		}),
	}
	reg.MustRegister(m.opened, m.closed, m.commands, m.refusals, m.entries, m.broken, m.panics, m.swept, m.analyses, m.played,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: "quatre", Subsystem: "hub", Name: "rooms_open", Help: "Rooms that somebody watches through this hub.",
		}, func() float64 { return float64(h.rooms.count()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: "quatre", Subsystem: "hub", Name: "store_up", Help: "1 if the store answered last, else 0.",
		}, func() float64 {
			if h.storeUp.Load() {
				return 1
			}
			return 0
		}))
	return m
}
