package web

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/storemetrics"
)

type metrics struct {
	analyses *prometheus.CounterVec // by the kind of answer
	looks    prometheus.Histogram   // time of the searches for /inside
}

func newMetrics(reg prometheus.Registerer, l limits.Limits) *metrics {
	reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_hub_sockets_limit", Help: "Websockets that may be open at once; 0: any number.",
	}, func() float64 { return float64(max(0, l.Sockets)) }))
	looks := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "quatre_hub_inside_seconds", Help: "Time to search for a look inside the search, without waiting.",
		Buckets: []float64{.001, .005, .02, .1, .5, 1, 2, 4},
	})
	reg.MustRegister(looks)
	return &metrics{
		looks: looks,
		analyses: storemetrics.NewCounters(reg, "quatre_hub_analyses_total",
			"Requests for an analysis, by answer: over (the game has ended), cached, computed, "+
				"partial, nothing (found yet), gone (the client left).",
			"answer", "over", "cached", "computed", "partial", "nothing", "gone"),
	}
}
