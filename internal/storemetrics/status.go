package storemetrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room/storage"
)

// status collects the status of the store at each scrape.
type status struct {
	store storage.StatusReporter

	used, limit, saved, clock *prometheus.Desc
}

func newStatus(store storage.StatusReporter) *status {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, labels, nil)
	}
	return &status{
		store: store,
		used:  desc("quatre_store_used_bytes", "Memory in use on the fullest master, or bytes in use on the volume of the file."),
		limit: desc("quatre_store_limit_bytes", "Memory that this master may use, or the size of that volume."),
		saved: desc("quatre_store_last_save_ok", "1 if the last attempt to save to the disk went well on every master, by what was saved.", "kind"),
		clock: desc("quatre_store_clock_offset_seconds", "The store's clock minus this process's."),
	}
}

// Describe implements prometheus.Collector.
func (s *status) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{s.used, s.limit, s.saved, s.clock} {
		ch <- d
	}
}

// Collect implements prometheus.Collector. It leaves out what the store does not report.
func (s *status) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), surveyTimeout)
	defer cancel()
	st, err := s.store.Status(ctx)
	if err != nil {
		return
	}
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	if used, limit := space(st); limit > 0 {
		gauge(s.used, float64(used))
		gauge(s.limit, float64(limit))
	}
	for kind, ok := range st.Saved {
		value := 0.0
		if ok {
			value = 1
		}
		gauge(s.saved, value, string(kind))
	}
	if st.ClockOffset != nil {
		gauge(s.clock, st.ClockOffset.Seconds())
	}
}

// space returns the bytes that a store uses and may use. Redis without maxmemory may use half of
// its machine's memory, because it can need twice its memory to rewrite its file. The limit
// is 0 if it is unknown.
func space(st storage.Status) (used, limit int64) {
	switch m, f := st.Memory, st.File; {
	case m != nil && m.Limit > 0:
		return m.Used, m.Limit
	case m != nil:
		return m.Used, m.Machine / 2
	case f != nil && f.Volume != nil:
		return int64(f.Volume.Size) - int64(f.Volume.Free), int64(f.Volume.Size)
	}
	return 0, 0
}
