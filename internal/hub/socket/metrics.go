package socket

import (
	"slices"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/storemetrics"
)

type metrics struct {
	closed     *prometheus.CounterVec // by close code
	roundTrips prometheus.Histogram
}

// otherCode is the label of all close codes that are not in wire.CloseCodes.
const otherCode = "other"

func newMetrics(reg prometheus.Registerer) *metrics {
	codes := []string{otherCode}
	for _, c := range wire.CloseCodes {
		codes = append(codes, label(c))
	}
	m := &metrics{
		closed: storemetrics.NewCounters(reg, "quatre_hub_sockets_closed_total",
			"Websockets ended, or refused once open, by close code; 1006: without a close frame.", "code", codes...),
		roundTrips: prometheus.NewHistogram(storemetrics.Native("quatre_hub_round_trip_seconds", "Time from a ping of a socket to its answer.",
			[]float64{0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5})),
	}
	reg.MustRegister(m.roundTrips)
	return m
}

func label(c wire.CloseCode) string { return strconv.Itoa(int(c)) }

// countClosed counts the end of a socket. A client may close with any of thousands of codes.
func (m *metrics) countClosed(code wire.CloseCode) {
	value := otherCode
	if slices.Contains(wire.CloseCodes, code) {
		value = label(code)
	}
	m.closed.WithLabelValues(value).Inc()
}
