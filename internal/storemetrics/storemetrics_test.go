package storemetrics_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storemetrics"
	"github.com/quatre/quatre/internal/storetest"
)

// failing is a store whose methods below fail with err.
type failing struct {
	storage.Store
	err error
}

func (f failing) Pending(context.Context) (storage.Pending, error) { return storage.Pending{}, f.err }

func (f failing) Questions(context.Context) (int, error) { return 0, f.err }

func (f failing) Due(context.Context, time.Time, int) ([]room.ID, error) { return nil, f.err }

// TestStoreAway: what the store is asked for at a scrape is absent while the store does not answer.
func TestStoreAway(t *testing.T) {
	reg := prometheus.NewRegistry()
	storemetrics.Wrap(failing{storetest.Open(t), storage.ErrUnavailable}, reg)
	for _, name := range []string{"quatre_ai_jobs", "quatre_ai_oldest_job_age_seconds", "quatre_ai_questions", "quatre_rooms_stuck"} {
		if len(find(t, reg, name)) > 0 {
			t.Errorf("%s is exported although the store does not answer", name)
		}
	}
}

// failingDatabase is a database of one shard whose calls fail, or whose conditions do not hold.
type failingDatabase struct {
	ledger.Database
	ledger.Driver
	err error
}

func (f failingDatabase) Shards() []ledger.Driver { return []ledger.Driver{f} }
func (f failingDatabase) Fresh() bool             { return false }
func (f failingDatabase) Close() error            { return nil }

func (f failingDatabase) Commit(context.Context, ...*ledger.Batch) ([]int, error) {
	return []int{1}, f.err
}

func TestResults(t *testing.T) {
	for reason, err := range map[string]error{
		"unavailable": fmt.Errorf("redis: %w", storage.ErrUnavailable),
		"timeout":     context.DeadlineExceeded,
		"conflict":    nil,
		"damaged":     storage.ErrDamaged,
		"full":        storage.ErrFull,
		"cancelled":   context.Canceled,
		"other":       errors.New("a disk"),
	} {
		file := storetest.Open(t).Database()
		db := failingDatabase{Database: file, Driver: file.Shards()[0], err: err}
		store, newErr := ledger.New(t.Context(), db, ledger.Options{})
		if newErr != nil {
			t.Fatal(newErr)
		}
		reg := prometheus.NewRegistry()
		s := storemetrics.Wrap(store, reg)
		if got := s.Append(t.Context(), "a", room.Entry{N: 1}, room.Effects{}); !errors.Is(got, cmp.Or(err, storage.ErrConflict)) {
			t.Errorf("Append returned the error %v, want %v", got, err)
		}
		want(t, reg, "quatre_store_operation_seconds", 1, "commit")
		want(t, reg, "quatre_store_calls_total", 1, reason)
	}
}

// TestWrapsShare: two Stores with one registry share their metrics.
func TestWrapsShare(t *testing.T) {
	store, reg := storetest.Open(t), prometheus.NewRegistry()
	for range 2 {
		if _, err := storemetrics.Wrap(store, reg).Read(t.Context(), "a", 0, storage.All); err != nil {
			t.Fatal(err)
		}
	}
	want(t, reg, "quatre_store_operation_seconds", 2, "log")
}

// scenario plays in rooms of a store. The test sets the clock now.
type scenario struct {
	t        *testing.T
	store    storage.Store
	now      time.Time
	sent     int // number of commands
	replicas map[room.ID]*play.Replica
}

func (b *scenario) executor() play.Executor {
	return play.Executor{Log: b.store, Observer: b.store.(play.Observer), Now: func() time.Time { return b.now }}
}

func (b *scenario) play(id room.ID, by room.PlayerID, do room.Action) {
	b.t.Helper()
	if b.replicas == nil {
		b.replicas = map[room.ID]*play.Replica{}
	}
	r := b.replicas[id]
	if r == nil {
		r = play.NewReplica(id)
		b.replicas[id] = r
		if err := r.Refresh(b.t.Context(), b.store); err != nil {
			b.t.Fatal(err)
		}
	}
	b.sent++
	if _, err := b.executor().Play(b.t.Context(), r, room.Command{ID: fmt.Sprint(b.sent), By: by, Seen: r.N(), Do: do}); err != nil {
		b.t.Fatalf("%s: %T: %v", id, do, err)
	}
}

func (b *scenario) sweep(id room.ID) {
	b.t.Helper()
	if err := b.executor().Sweep(b.t.Context(), id); err != nil {
		b.t.Fatal(err)
	}
	delete(b.replicas, id)
}

// find returns the series of the metric name.
func find(t *testing.T, reg *prometheus.Registry, name string) []*dto.Metric {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()
		}
	}
	return nil
}

// value returns the value of a counter or gauge, or the number of observations of a
// histogram, and whether it exists. labels are label values in the order of the label names.
func value(t *testing.T, reg *prometheus.Registry, name string, labels ...string) (float64, bool) {
	t.Helper()
	for _, m := range find(t, reg, name) {
		var got []string
		for _, l := range m.GetLabel() {
			got = append(got, l.GetValue())
		}
		if strings.Join(got, " ") == strings.Join(labels, " ") {
			return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount()), true
		}
	}
	return 0, false
}

func want(t *testing.T, reg *prometheus.Registry, name string, want float64, labels ...string) {
	t.Helper()
	switch got, there := value(t, reg, name, labels...); {
	case !there:
		t.Errorf("the metric %s with the labels %v does not exist", name, labels)
	case got != want:
		t.Errorf("%s with the labels %v is %v, want %v", name, labels, got, want)
	}
}
