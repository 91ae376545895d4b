package aiworker

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// awayStore is a store that is away.
type awayStore struct{ storage.Store }

func (awayStore) Take(context.Context, string, room.Lane, ...string) (storage.Job, error) {
	return storage.Job{}, storage.ErrUnavailable
}

func (awayStore) TakeQuestion(context.Context, string) (storage.Task, error) {
	return storage.Task{}, storage.ErrUnavailable
}

// While the store is away, all slots of a worker together write one log line.
func TestAwayIsLoggedOnceForAllSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &safeBuffer{}
		ctx, cancel := context.WithTimeout(t.Context(), 25*time.Second)
		defer cancel()
		newWorker(Config{
			Store: awayStore{}, Name: "idle", Concurrency: 4,
			Log: slog.New(slog.NewTextHandler(log, nil)), Registry: prometheus.NewRegistry(),
		}).run(ctx)
		if n := strings.Count(log.String(), "cannot take a job"); n != 1 {
			t.Errorf("the log has %d lines that say so, not 1:\n%s", n, log)
		}
	})
}
