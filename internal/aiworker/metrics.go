package aiworker

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/storemetrics"
)

// metrics are the metrics of a worker. docs/metrics.md describes them.
type metrics struct {
	search *prometheus.HistogramVec // by level
	speed  *prometheus.HistogramVec // by level
	depth  *prometheus.HistogramVec // by level
	nodes  *prometheus.CounterVec   // by level

	running   *prometheus.GaugeVec   // by level
	done      *prometheus.CounterVec // by level
	stale     *prometheus.CounterVec // by level
	failures  prometheus.Counter
	returned  prometheus.Counter
	preempted prometheus.Counter
	panics    *prometheus.CounterVec // by work
	cache     *prometheus.CounterVec // by result

	analyses      *prometheus.HistogramVec // by result
	aborted       *prometheus.CounterVec   // by reason
	analysisNodes prometheus.Counter
}

// levelUnknown is the level of a job that was stale when it was taken.
const levelUnknown = "unknown"

// Results of reading a room: whether the worker had kept the room in memory.
const (
	cacheHit     = "hit"
	cacheMiss    = "miss"
	cacheRewound = "rewound" // entries that were kept are no longer in the log
)

// leastMeasured is the shortest search whose speed is measured.
const leastMeasured = time.Millisecond

// searched counts a search that has chosen a move.
func (m *metrics) searched(level string, choice minimax.Choice, took time.Duration) {
	m.search.WithLabelValues(level).Observe(took.Seconds())
	m.depth.WithLabelValues(level).Observe(float64(choice.Depth))
	m.nodes.WithLabelValues(level).Add(float64(choice.Nodes))
	if took >= leastMeasured {
		m.speed.WithLabelValues(level).Observe(float64(choice.Nodes) / took.Seconds())
	}
}

// analysed counts an analysis that has ended.
func (m *metrics) analysed(exact bool, took time.Duration, nodes int) {
	result := "bounded"
	if exact {
		result = "exact"
	}
	m.analyses.WithLabelValues(result).Observe(took.Seconds())
	m.analysisNodes.Add(float64(nodes))
}

func newMetrics(reg prometheus.Registerer, concurrency int, kept *replicas) *metrics {
	levels := storemetrics.Levels()
	m := &metrics{
		search: newHistograms(
			reg,
			"search_seconds",
			"Time to choose a move, by level.",
			prometheus.ExponentialBuckets(0.0001, 4, 9),
			"level",
			levels...),
		speed: newHistograms(reg, "search_nodes_per_second", "Positions searched per second in a search of 1 ms or more, by level.",
			prometheus.ExponentialBuckets(1000, 10, 6), "level", levels...),
		depth: newHistograms(reg, "search_depth_plies", "Depth of the deepest search that was finished for a move, by level.",
			[]float64{1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 42}, "level", levels...),
		nodes: storemetrics.NewCounters(reg, "quatre_ai_search_nodes_total", "Positions searched, by level.", "level", levels...),
		done:  storemetrics.NewCounters(reg, "quatre_ai_jobs_done_total", "Turns answered, by level.", "level", levels...),
		stale: storemetrics.NewCounters(
			reg,
			"quatre_ai_jobs_stale_total",
			"Jobs whose turn was over when they were taken or answered, by level.",
			"level",
			append(levels, levelUnknown)...),
		failures: storemetrics.NewCounter(reg, "quatre_ai_jobs_failed_total", "Jobs not answered because something failed."),
		returned: storemetrics.NewCounter(reg, "quatre_ai_jobs_returned_total", "Jobs handed back: the worker ends, or is too old for the room."),
		preempted: storemetrics.NewCounter(reg, "quatre_ai_jobs_preempted_total",
			"Turns of AI against AI handed back because a person's turn needed the slot."),
		panics: storemetrics.NewCounters(
			reg,
			"quatre_ai_panics_total",
			"Panics that a job has caused, by work. Each is a defect; the log has the position.",
			"work",
			panicInTurn,
			panicInAnalysis,
		),
		cache: storemetrics.NewCounters(
			reg,
			"quatre_ai_room_cache_total",
			"Rooms read for a turn, by what was kept of them: hit (only new entries were read), miss, rewound (read completely).",
			"result",
			cacheHit,
			cacheMiss,
			cacheRewound,
		),
		analyses: newHistograms(reg, "analysis_seconds", "Time to analyse a position, by whether all became exact.",
			prometheus.ExponentialBuckets(0.001, 4, 8), "result", "exact", "bounded"),
		aborted: storemetrics.NewCounters(
			reg,
			"quatre_ai_analyses_aborted_total",
			"Analyses broken off, by reason: live (a turn needed the slot), unwanted, shutdown.",
			"reason",
			"live",
			"unwanted",
			"shutdown",
		),
		analysisNodes: storemetrics.NewCounter(reg, "quatre_ai_analysis_nodes_total", "Positions searched in analyses that were finished."),
		running: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "quatre_ai_jobs_running", Help: "Turns that this worker is at now, by level.",
		}, []string{"level"}),
	}
	for _, level := range levels {
		m.running.WithLabelValues(level)
	}
	slots := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "quatre_ai_concurrency", Help: "Turns and analyses that this worker searches at once.",
	})
	slots.Set(float64(concurrency))
	entries := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_ai_cached_entries", Help: "Entries of rooms that are kept between their turns, as -cached-entries counts them.",
	}, func() float64 { return float64(kept.weigh()) })
	reg.MustRegister(m.running, slots, entries)
	return m
}

// newHistograms returns a histogram for each value of a label. All of them exist from the
// start.
func newHistograms(
	reg prometheus.Registerer,
	name, help string,
	buckets []float64,
	label string,
	values ...string,
) *prometheus.HistogramVec {
	c := prometheus.NewHistogramVec(storemetrics.Native("quatre_ai_"+name, help, buckets), []string{label})
	for _, v := range values {
		c.WithLabelValues(v)
	}
	reg.MustRegister(c)
	return c
}
