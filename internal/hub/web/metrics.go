package web

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/storemetrics"
)

// newMetrics registers the metrics of this package, and returns the analyses by the kind of answer.
func newMetrics(reg prometheus.Registerer, l limits.Limits) *prometheus.CounterVec {
	reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_hub_sockets_limit", Help: "Websockets that may be open at once; 0: any number.",
	}, func() float64 { return float64(max(0, l.Sockets)) }))
	return storemetrics.NewCounters(reg, "quatre_hub_analyses_total",
		"Requests for an analysis, by answer: over (the game has ended), cached, computed, "+
			"partial, nothing (found yet), gone (the client left).",
		"answer", "over", "cached", "computed", "partial", "nothing", "gone")
}
