package storemetrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room/storage"
)

// status collects the status of the store at each scrape.
type status struct {
	store storage.StatusReporter

	used, limit, machine, saved, replicas, clock *prometheus.Desc // of a server
	file, free, volume                           *prometheus.Desc // of a file
}

func newStatus(store storage.StatusReporter) *status {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, labels, nil)
	}
	return &status{
		store:    store,
		used:     desc("quatre_store_memory_used_bytes", "Memory in use, as Redis counts it against its limit; of the fullest master."),
		limit:    desc("quatre_store_memory_limit_bytes", "Memory beyond which that master stores nothing; 0: no limit is set."),
		machine:  desc("quatre_store_memory_machine_bytes", "Memory of that master's machine."),
		saved:    desc("quatre_store_last_save_ok", "1 if the last attempt to save to the disk went well on every master, by what was saved.", "kind"),
		replicas: desc("quatre_store_replicas", "Replicas that follow their master; of the master that has fewest."),
		clock:    desc("quatre_store_clock_offset_seconds", "The store's clock minus this process's."),
		file:     desc("quatre_store_file_bytes", "Size of the store's file."),
		free:     desc("quatre_store_volume_free_bytes", "Bytes that are free for this process on the volume of the store's file."),
		volume:   desc("quatre_store_volume_bytes", "Size of that volume."),
	}
}

// Describe implements prometheus.Collector.
func (s *status) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{s.used, s.limit, s.machine, s.saved, s.replicas, s.clock, s.file, s.free, s.volume} {
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
	if m := st.Memory; m != nil {
		gauge(s.used, float64(m.Used))
		gauge(s.limit, float64(m.Limit))
		if m.Machine > 0 {
			gauge(s.machine, float64(m.Machine))
		}
	}
	for kind, ok := range st.Saved {
		value := 0.0
		if ok {
			value = 1
		}
		gauge(s.saved, value, string(kind))
	}
	if st.Replicas != nil {
		gauge(s.replicas, float64(*st.Replicas))
	}
	if st.ClockOffset != nil {
		gauge(s.clock, st.ClockOffset.Seconds())
	}
	if f := st.File; f != nil {
		gauge(s.file, float64(f.Size))
		if f.Volume != nil {
			gauge(s.free, float64(f.Volume.Free))
			gauge(s.volume, float64(f.Volume.Size))
		}
	}
}
