package aiworker

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storemetrics"
	"github.com/quatre/quatre/internal/storetest"
)

// value returns the value of a counter or gauge, or the number of observations of a
// histogram. labels are values in the order of the label names.
func value(t *testing.T, reg *prometheus.Registry, name string, labels ...string) float64 {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			var got []string
			for _, l := range m.GetLabel() {
				got = append(got, l.GetValue())
			}
			if strings.Join(got, " ") == strings.Join(labels, " ") {
				return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
	}
	t.Fatalf("there is no %s%v", name, labels)
	return 0
}

func TestMetrics(t *testing.T) {
	store, reg := storetest.Open(t), prometheus.NewRegistry()
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	over.Go(func() {
		measured := storemetrics.Wrap(store, reg, nil)
		Run(ctx, Config{
			Store: measured, Observer: measured, Name: "worker", Concurrency: 1,
			Log: slog.New(slog.DiscardHandler), Registry: reg,
		})
	})
	stop := func() { cancel(); over.Wait() }
	t.Cleanup(stop)

	g := newRoom(t, store, "game")
	g.play(room.Create{Variant: "tictactoe", Levels: [2]string{1: "strong"}, First: 2})
	for moves := g.await(); len(moves) > 0; moves = g.await() {
		g.play(room.Move{Move: moves[0]})
	}
	replies := 0.0
	entries, _ := g.replica.Since(0, "")
	for _, e := range entries {
		if e.By == room.Machine {
			replies++
		}
	}
	advised := newRoom(t, store, "advised")
	advised.play(room.Create{Variant: "tictactoe", Self: true, Advice: [2]bool{true, false}, First: 1})
	advised.await()
	stop()

	for name, want := range map[string]float64{
		"quatre_ai_jobs_done_total": replies, "quatre_ai_search_seconds": replies, "quatre_ai_search_depth_plies": replies,
		"quatre_ai_reply_seconds": replies, "quatre_ai_jobs_running": 0,
	} {
		if got := value(t, reg, name, "strong"); got != want {
			t.Errorf("%s is %v after %v replies", name, got, replies)
		}
	}
	if got := value(t, reg, "quatre_ai_search_nodes_total", "strong"); got < replies {
		t.Errorf("%v positions were searched for %v replies", got, replies)
	}
	for _, name := range []string{"quatre_ai_jobs_done_total", "quatre_ai_search_seconds", "quatre_ai_reply_seconds"} {
		if got := value(t, reg, name, storemetrics.Advice); got != 1 {
			t.Errorf("%s is %v after one piece of advice", name, got)
		}
	}
	miss, hit := value(t, reg, "quatre_ai_room_cache_total", cacheMiss), value(t, reg, "quatre_ai_room_cache_total", cacheHit)
	if miss != 2 || hit != replies-1 {
		t.Errorf("%v misses and %v hits, with %v replies in one room and advice in the other", miss, hit, replies)
	}
	kept := 0
	for _, r := range []*play.Replica{g.replica, advised.replica} {
		kept += weight(r.Held())
	}
	if got := value(t, reg, "quatre_ai_cached_entries"); got > float64(kept) || got < float64(kept-2) {
		t.Errorf("%v entries are kept, of %d", got, kept) // all but the person's last moves
	}
	if got := value(t, reg, "quatre_moves_total", "ai", "tictactoe"); got != replies {
		t.Errorf("%v moves of an AI, after %v replies", got, replies)
	}
	if got := value(t, reg, "quatre_ai_jobs", "waiting") + value(t, reg, "quatre_ai_jobs", "running"); got != 0 {
		t.Errorf("%v jobs are left", got)
	}
}

// Stale jobs are counted apart from answered ones.
func TestMetricsOfStaleJobs(t *testing.T) {
	store, reg := storetest.Open(t), prometheus.NewRegistry()
	newGame(t, store, "stale", "easy", 2)
	job, err := store.Take(t.Context(), "slow", storage.Want{})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorker(Config{Store: store, Concurrency: 1, Log: slog.New(slog.DiscardHandler), Registry: reg})
	for range 2 {
		if err := w.answer(t.Context(), job, w.Store); err != nil {
			t.Error(err)
		}
	}
	if done, stale := value(t, reg, "quatre_ai_jobs_done_total", "easy"), value(t, reg, "quatre_ai_jobs_stale_total", levelUnknown); done != 1 || stale != 1 {
		t.Errorf("%v jobs are done and %v stale, want 1 and 1", done, stale)
	}
}
