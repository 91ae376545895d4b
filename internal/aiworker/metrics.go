package aiworker

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are what operators see of a worker. docs/operations.md describes
// them.
type metrics struct {
	search   *prometheus.HistogramVec // by level
	nodes    *prometheus.CounterVec   // by level
	stale    prometheus.Counter
	failures prometheus.Counter
	panics   *prometheus.CounterVec // by work

	analyses *prometheus.HistogramVec // by result
	aborted  *prometheus.CounterVec   // by reason
	analysis prometheus.Counter       // nodes
}

// analysed notes an analysis that was finished.
func (m *metrics) analysed(exact bool, took time.Duration, nodes int) {
	result := "bounded"
	if exact {
		result = "exact"
	}
	m.analyses.WithLabelValues(result).Observe(took.Seconds())
	m.analysis.Add(float64(nodes))
}

func newMetrics(reg prometheus.Registerer, concurrency int) *metrics {
	opts := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Namespace: "quatre", Subsystem: "ai", Name: name, Help: help}
	}
	m := &metrics{
		search: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "quatre", Subsystem: "ai", Name: "search_seconds",
			Help:                           "Time to choose a move, by level.",
			NativeHistogramBucketFactor:    1.1,
			NativeHistogramMaxBucketNumber: 100,
			Buckets:                        prometheus.ExponentialBuckets(0.0001, 4, 8),
		}, []string{"level"}),
		nodes:    prometheus.NewCounterVec(opts("search_nodes_total", "Positions searched, by level."), []string{"level"}),
		stale:    prometheus.NewCounter(opts("jobs_stale_total", "Jobs whose turn was over when they were taken or answered.")),
		failures: prometheus.NewCounter(opts("jobs_failed_total", "Jobs left in the queue because something failed.")),
		panics:   prometheus.NewCounterVec(opts("panics_total", "Panics that a job has caused, by work: turn, analysis. Each is a defect; the log has the position."), []string{"work"}),
		analyses: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "quatre", Subsystem: "ai", Name: "analysis_seconds",
			Help:                           "Time to analyse a position, by whether all became exact.",
			NativeHistogramBucketFactor:    1.1,
			NativeHistogramMaxBucketNumber: 100,
			Buckets:                        prometheus.ExponentialBuckets(0.001, 4, 8),
		}, []string{"result"}),
		aborted:  prometheus.NewCounterVec(opts("analyses_aborted_total", "Analyses broken off, by reason: live (a turn needed the slot), unwanted, shutdown."), []string{"reason"}),
		analysis: prometheus.NewCounter(opts("analysis_nodes_total", "Positions searched in analyses that were finished.")),
	}
	slots := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: "quatre", Subsystem: "ai", Name: "concurrency", Help: "Turns that this worker searches at once.",
	})
	slots.Set(float64(concurrency))
	reg.MustRegister(m.search, m.nodes, m.stale, m.failures, m.panics, m.analyses, m.aborted, m.analysis, slots)
	return m
}
