package storemetrics

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// surveyTimeout is how long a scrape waits for the store.
	surveyTimeout = 2 * time.Second

	// stuckLimit is the greatest number of stuck rooms that a scrape counts. stuckOpened is the
	// greatest number of rooms that it reads to find the reason.
	stuckLimit  = 100
	stuckOpened = 20
)

// Reasons why a room is stuck.
const (
	stuckAI         = "ai"
	stuckFlag       = "flag"
	stuckOther      = other
	stuckUnreadable = "unreadable"
)

// The gauges.
var (
	jobs = gauge("quatre_ai_jobs",
		"AI turns in the queue: waiting (for them a person waits), machine (AI against AI, waiting), or taken by a worker.", "state")
	oldest    = gauge("quatre_ai_oldest_job_age_seconds", "Age of the oldest of them since it was queued; 0: none.", "state")
	questions = gauge("quatre_ai_questions", "Positions that wait to be analysed or are being analysed.")
	stuckIn   = gauge("quatre_rooms_stuck",
		"Rooms whose deadline passed 10 s ago and that nobody has dealt with, by what is overdue.", "reason")
	used  = gauge("quatre_store_used_bytes", "Memory in use on the fullest master, or bytes in use on the volume of the file.")
	limit = gauge("quatre_store_limit_bytes", "Memory that this master may use, or the size of that volume.")
	saved = gauge("quatre_store_last_save_ok",
		"1 if the last attempt to save to the disk went well on every master, by what was saved.", "kind")
	clock = gauge("quatre_store_clock_offset_seconds", "The store's clock minus this process's.")
)

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// survey collects, at each scrape, numbers that only the store knows.
type survey struct {
	store storage.Store
	turns *turns
}

// Describe implements prometheus.Collector.
func (s *survey) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobs, oldest, questions, stuckIn, used, limit, saved, clock} {
		ch <- d
	}
}

// Collect implements prometheus.Collector. It leaves out a metric if the store does not return
// its value. If some shards are away, it counts in the other shards.
func (s *survey) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), surveyTimeout)
	defer cancel()
	set := func(d *prometheus.Desc, value float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	if st, err := s.store.Status(ctx); err == nil {
		if now, most := space(st); most > 0 {
			set(used, float64(now))
			set(limit, float64(most))
		}
		for kind, ok := range st.Saved {
			set(saved, map[bool]float64{true: 1}[ok], string(kind))
		}
	}
	if offset, known := s.store.ClockOffset(); known {
		set(clock, offset.Seconds())
	}
	if p, err := s.store.Pending(ctx); storage.IgnorePartial(err) == nil {
		for state, load := range loadsByState(p) {
			set(jobs, float64(load.Jobs), state)
			set(oldest, load.Age.Seconds(), state)
		}
	}
	if n, err := s.store.Questions(ctx); err == nil {
		set(questions, float64(n))
	}
	if stuck, err := s.findStuck(ctx); err == nil {
		for reason, n := range stuck {
			set(stuckIn, float64(n), reason)
		}
	}
}

// space returns the bytes that a store uses and may use. The limit is 0 if it is unknown.
func space(st storage.Status) (used, limit int64) {
	if m := st.Memory; m != nil {
		return m.Used, m.Max()
	}
	if f := st.File; f != nil && f.Volume != nil {
		return f.Volume.Size - f.Volume.Free, f.Volume.Size
	}
	return 0, 0
}

// loadsByState returns the numbers and ages of jobs by value of the label state. Jobs of AI
// against AI have their own value: workers take them last, so their ages do not show how long
// people wait.
func loadsByState(p storage.Pending) map[string]storage.QueueLoad {
	quick, slow := p.Lanes[room.LaneQuick], p.Lanes[room.LaneSlow]
	return map[string]storage.QueueLoad{
		"waiting": {Jobs: quick.Jobs + slow.Jobs, Age: max(quick.Age, slow.Age)},
		"machine": p.Lanes[room.LaneMachine],
		"running": p.Running,
	}
}

// findStuck counts the stuck rooms by reason. A room that waits for an AI gets a new deadline in
// each sweep, so it may not be due. The sweeps of this process note such rooms (turns.go).
func (s *survey) findStuck(ctx context.Context) (map[string]int, error) {
	now := s.store.Now()
	due, err := s.store.Due(ctx, now.Add(-room.StuckAfter), stuckLimit)
	if storage.IgnorePartial(err) != nil {
		return nil, err
	}
	stuck := map[string]int{stuckAI: 0, stuckFlag: 0, stuckOther: 0, stuckUnreadable: 0}
	seen := map[room.ID]bool{}
	for _, id := range s.turns.stuck(now) {
		seen[id] = true
		stuck[stuckAI]++
	}
	for i, id := range due {
		switch {
		case seen[id]:
		case i >= stuckOpened:
			stuck[stuckOther]++
		default:
			stuck[s.stuckReason(ctx, id, now)]++
		}
	}
	return stuck, nil
}

// stuckReason returns the reason why a room is stuck.
func (s *survey) stuckReason(ctx context.Context, id room.ID, now time.Time) (reason string) {
	r, err := play.Open(ctx, s.store, id)
	switch {
	case errors.Is(err, storage.ErrNotFound), storage.IsAway(err):
		return stuckOther // the log is lost, or the store is away
	case err != nil:
		return stuckUnreadable
	}
	reason = stuckOther
	state := r.State()
	if flag, ok := state.FlagAt(); ok && !now.Before(flag) {
		reason = stuckFlag
	} else if _, owed := state.ReplyOwed(); owed {
		reason = stuckAI
	}
	return reason
}
