package storemetrics_test

import (
	"context"
	"errors"
	"slices"
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

// TestStatus: everything that a store reports is exported, and nothing else.
func TestStatus(t *testing.T) {
	all := []string{
		"quatre_store_memory_used_bytes", "quatre_store_memory_limit_bytes", "quatre_store_memory_machine_bytes",
		"quatre_store_last_save_ok", "quatre_store_replicas", "quatre_store_clock_offset_seconds",
		"quatre_store_file_bytes", "quatre_store_volume_free_bytes", "quatre_store_volume_bytes",
	}
	full := storage.Status{
		Memory:      &storage.Memory{Used: 1, Machine: 3},
		Saved:       map[storage.Saving]bool{storage.SavedAppend: true, storage.SavedSnapshot: false},
		Replicas:    new(4),
		ClockOffset: new(-1500 * time.Millisecond),
		File:        &storage.File{Size: 5, Volume: &storage.Volume{Free: 6, Size: 7}},
	}
	for name, c := range map[string]struct {
		store statusStore
		want  []string
	}{
		"everything": {statusStore{status: full}, all},
		"memory":     {statusStore{status: storage.Status{Memory: &storage.Memory{Used: 1}}}, all[:2]},
		"file":       {statusStore{status: storage.Status{File: &storage.File{Size: 1}}}, all[6:7]},
		"nothing":    {statusStore{}, nil},
		"away":       {statusStore{status: full, err: errors.New("away")}, nil},
	} {
		c.store.Store = storetest.Open(t)
		reg := prometheus.NewRegistry()
		storemetrics.Wrap(c.store, reg, nil)
		for _, metric := range all {
			if there := len(find(t, reg, metric)) > 0; there != slices.Contains(c.want, metric) {
				t.Errorf("status %s: metric %s is exported: %v, want %v", name, metric, there, !there)
			}
		}
		if name != "everything" {
			continue
		}
		for i, value := range []float64{1, 0, 3} {
			want(t, reg, all[i], value)
		}
		want(t, reg, "quatre_store_last_save_ok", 1, "append")
		want(t, reg, "quatre_store_last_save_ok", 0, "snapshot")
		for i, value := range []float64{4, -1.5, 5, 6, 7} {
			want(t, reg, all[4+i], value)
		}
	}
}

// TestStatusOfAFile: a file store reports its size and volume.
func TestStatusOfAFile(t *testing.T) {
	reg := prometheus.NewRegistry()
	storemetrics.Wrap(storetest.Open(t), reg, nil)
	size, _ := value(t, reg, "quatre_store_file_bytes")
	free, _ := value(t, reg, "quatre_store_volume_free_bytes")
	volume, _ := value(t, reg, "quatre_store_volume_bytes")
	if size <= 0 || free <= 0 || volume < size || volume < free {
		t.Errorf("the file has %v bytes, and its volume has %v bytes, of which %v are free", size, volume, free)
	}
}
