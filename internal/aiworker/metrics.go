package aiworker

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/storemetrics"
)

// metrics are the metrics of a worker. docs/operate/metrics.md describes them.
type metrics struct {
	search   *prometheus.HistogramVec // by level
	analyses *prometheus.HistogramVec // by result
	aborted  *prometheus.CounterVec   // by reason
	running  prometheus.Gauge
	failures prometheus.Counter
	panics   *prometheus.CounterVec // by work
}

// label returns the level of a turn as metrics name it.
func label(t values.Turn) string {
	if t.Advice {
		return storemetrics.Advice
	}
	return t.Level.Label()
}

// analysed counts an analysis that has ended.
func (m *metrics) analysed(exact bool, took time.Duration) {
	result := "bounded"
	if exact {
		result = "exact"
	}
	m.analyses.WithLabelValues(result).Observe(took.Seconds())
}

func newMetrics(reg prometheus.Registerer, concurrency int) *metrics {
	m := &metrics{
		search: storemetrics.NewHistograms(reg, "quatre_ai_search_seconds", "Time to choose a move, by level.",
			prometheus.ExponentialBuckets(0.0001, 4, 9), "level", storemetrics.Levels()...),
		analyses: storemetrics.NewHistograms(reg, "quatre_ai_analysis_seconds", "Time to analyse a position, by whether all became exact.",
			prometheus.ExponentialBuckets(0.001, 4, 8), "result", "exact", "bounded"),
		aborted: storemetrics.NewCounters(reg, "quatre_ai_analyses_aborted_total",
			"Analyses broken off, by reason: live (a turn needed the slot), unwanted, shutdown.",
			"reason", "live", "unwanted", "shutdown"),
		failures: storemetrics.Register(reg, prometheus.NewCounter(prometheus.CounterOpts{Name: "quatre_ai_jobs_failed_total", Help: "Jobs not answered because something failed."})),
		panics:   storemetrics.Panics(reg),
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "quatre_ai_jobs_running", Help: "Turns that this worker is at now.",
		}),
	}
	for _, work := range []string{panicInTurn, panicInAnalysis} {
		m.panics.WithLabelValues(work)
	}
	slots := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "quatre_ai_concurrency", Help: "Turns and analyses that this worker searches at once.",
	})
	slots.Set(float64(concurrency))
	reg.MustRegister(m.running, slots)
	return m
}
