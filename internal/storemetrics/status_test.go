package storemetrics_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storemetrics"
	"github.com/quatre/quatre/internal/storetest"
)

// statusStore is a store with a given status.
type statusStore struct {
	storage.Store
	status storage.Status
	err    error
}

func (d statusStore) Status(context.Context) (storage.Status, error) { return d.status, d.err }

func (d statusStore) ClockOffset() (time.Duration, bool) { return -1500 * time.Millisecond, true }

// What a store reports is exported, and nothing else.
func TestStatus(t *testing.T) {
	for name, c := range map[string]struct {
		store       statusStore
		used, limit float64 // 0: not exported
	}{
		"maxmemory":   {statusStore{status: storage.Status{Memory: &storage.Memory{Used: 1, Limit: 4, Machine: 3}}}, 1, 4},
		"unlimited":   {statusStore{status: storage.Status{Memory: &storage.Memory{Used: 1, Machine: 6}}}, 1, 3},
		"no machine":  {statusStore{status: storage.Status{Memory: &storage.Memory{Used: 1}}}, 0, 0},
		"file":        {statusStore{status: storage.Status{File: &storage.File{Size: 5, Volume: &storage.Volume{Free: 6, Size: 8}}}}, 2, 8},
		"no volume":   {statusStore{status: storage.Status{File: &storage.File{Size: 5}}}, 0, 0},
		"away":        {statusStore{err: errors.New("away")}, 0, 0},
		"a real file": {statusStore{}, -1, -1},
	} {
		reg := prometheus.NewRegistry()
		c.store.Store = storetest.Open(t)
		var store storage.Store = c.store
		if name == "a real file" {
			store = c.store.Store
		}
		storemetrics.Wrap(store, reg)
		used, _ := value(t, reg, "quatre_store_used_bytes")
		limit, _ := value(t, reg, "quatre_store_limit_bytes")
		if c.used == -1 && (used <= 0 || limit < used) || c.used >= 0 && (used != c.used || limit != c.limit) {
			t.Errorf("%s: %v bytes of %v are used", name, used, limit)
		}
	}
}

func TestStatusOfSaving(t *testing.T) {
	reg := prometheus.NewRegistry()
	storemetrics.Wrap(statusStore{Store: storetest.Open(t), status: storage.Status{
		Saved: map[storage.Saving]bool{storage.SavedAppend: true, storage.SavedSnapshot: false},
	}}, reg)
	want(t, reg, "quatre_store_last_save_ok", 1, "append")
	want(t, reg, "quatre_store_last_save_ok", 0, "snapshot")
	want(t, reg, "quatre_store_clock_offset_seconds", -1.5)
}
