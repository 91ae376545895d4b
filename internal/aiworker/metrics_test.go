package aiworker

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
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
		measured := storemetrics.Wrap(store, reg)
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

	for level, want := range map[string]float64{"strong": replies, storemetrics.Advice: 1} {
		for _, name := range []string{"quatre_ai_search_seconds", "quatre_ai_reply_seconds"} {
			if got := value(t, reg, name, level); got != want {
				t.Errorf("%s of %s is %v, want %v", name, level, got, want)
			}
		}
	}
	if got := value(t, reg, "quatre_ai_jobs_running"); got != 0 {
		t.Errorf("%v jobs are running", got)
	}
	if got := value(t, reg, "quatre_moves_total", "ai", "tictactoe"); got != replies {
		t.Errorf("%v moves of an AI, after %v replies", got, replies)
	}
	if got := value(t, reg, "quatre_ai_jobs", "waiting") + value(t, reg, "quatre_ai_jobs", "running"); got != 0 {
		t.Errorf("%v jobs are left", got)
	}
}
