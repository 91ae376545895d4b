package aiworker

import (
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

func openRedis(t testing.TB) storage.Store {
	t.Helper()
	return storetest.OpenRedis(t, redistest.New(t).URL())
}

// stage is a room against an AI whose turns a test plays one by one. Five in a row win, so no
// game ends within four moves of each player.
type stage struct {
	*game
	w   *worker
	log *safeBuffer
	reg *prometheus.Registry
}

func newStage(t *testing.T) *stage {
	store, log, reg := openRedis(t), &safeBuffer{}, prometheus.NewRegistry()
	w := newWorker(Config{
		Store: store, Name: "worker", Concurrency: 1, Registry: reg,
		Log: slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	g := newRoom(t, store, "staged")
	g.play(room.Create{Variant: "connect4:15x15:5", Levels: [2]string{1: "very-easy"}, First: 2})
	return &stage{g, w, log, reg}
}

// job takes the only job.
func (s *stage) job() storage.Job {
	s.t.Helper()
	job, err := s.store.Take(s.t.Context(), "worker", room.LaneQuick)
	if err != nil {
		s.t.Fatal(err)
	}
	return job
}

// reply makes the worker answer the only job.
func (s *stage) reply() {
	s.t.Helper()
	job := s.job()
	if err := s.w.answer(s.t.Context(), job, s.w.Store); err != nil {
		s.t.Fatal(err)
	}
	if err := s.store.Done(s.t.Context(), job); err != nil {
		s.t.Fatal(err)
	}
}

// move plays the person's next move.
func (s *stage) move() {
	s.t.Helper()
	s.play(room.Move{Move: s.await()[0]})
}

// restore replaces the log.
func (s *stage) restore(entries []room.Entry) {
	s.t.Helper()
	if err := s.store.Delete(s.t.Context(), s.replica.ID(), s.replica.N()); err != nil {
		s.t.Fatal(err)
	}
	s.replica = play.NewReplica(s.replica.ID())
	if len(entries) == 0 {
		return
	}
	fx := room.Effects{Due: time.Now().Add(time.Hour), List: room.Playing, Job: true}
	if err := s.store.Restore(s.t.Context(), s.replica.ID(), entries, fx); err != nil {
		s.t.Fatal(err)
	}
	if err := s.replica.Refresh(s.t.Context(), s.store); err != nil {
		s.t.Fatal(err)
	}
}
