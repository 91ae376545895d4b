package aiworker

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/storetest"
)

// faulty is an engine that panics at every level except workingLevel, and in every analysis. If
// reports is true, an analysis reports once before it panics.
type faulty struct {
	*minimax.Engine
	workingLevel string // the level that works; empty: none
	reports      bool
	asked        atomic.Int64 // number of analyses
}

func (f *faulty) Choose(ctx context.Context, level minimax.Level, pos rules.Position, rng *rand.Rand) (minimax.Choice, error) {
	if level.Name != f.workingLevel {
		panic("no move")
	}
	return f.Engine.Choose(ctx, level, pos, rng)
}

func (f *faulty) Analyse(_ context.Context, pos rules.Position, _ time.Duration, report func(minimax.Analysis)) (minimax.Analysis, error) {
	f.asked.Add(1)
	if f.reports {
		var a minimax.Analysis
		for _, m := range pos.Moves(nil) {
			a.Moves = append(a.Moves, minimax.MoveValue{Move: m, Value: minimax.Value{Low: -minimax.Win, High: minimax.Win, Estimate: 7}})
		}
		a.Depth = 1
		report(a)
	}
	var moves []rules.Move
	_ = moves[len(pos.Moves(nil))] // panics
	return minimax.Analysis{}, nil
}

// workWithEngine runs a worker with an engine that panics.
func workWithEngine(t *testing.T, store storage.Store, f *faulty) (w *worker, log *safeBuffer) {
	t.Helper()
	f.Engine = minimax.NewEngine(1 << 20)
	log = &safeBuffer{}
	w = newWorker(Config{
		Store: store, Name: "poisoned", Concurrency: 2, Log: slog.New(slog.NewTextHandler(log, nil)), Registry: prometheus.NewRegistry(),
	})
	w.engine = f
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	over.Go(func() { w.run(ctx) })
	t.Cleanup(func() { cancel(); over.Wait() })
	return w, log
}

type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// panicsIn returns how many panics are counted for a kind of work.
func panicsIn(t *testing.T, w *worker, work string) (n int) {
	t.Helper()
	families, err := w.Registry.(*prometheus.Registry).Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "quatre_panics_total" && m.GetLabel()[0].GetValue() == work {
				n += int(m.GetCounter().GetValue())
			}
		}
	}
	return n
}

// A game against an engine that panics goes on to its end: the weakest level plays, or
// chance if that panics too.
func TestPanicInTurn(t *testing.T) {
	for _, c := range []struct {
		name, workingLevel string
		perTurn            int
	}{{"but for the weakest level", "very-easy", 1}, {"at any level", "", 2}} {
		t.Run(c.name, func(t *testing.T) {
			store := storetest.Open(t)
			w, log := workWithEngine(t, store, &faulty{workingLevel: c.workingLevel})
			g := newGame(t, store, "poisoned", "expert", 2)
			turns := 0
			for moves := g.await(); len(moves) > 0; moves = g.await() {
				turns++
				g.play(room.Move{Move: moves[len(moves)-1]})
			}
			s := g.replica.State()
			if s.Phase != room.PhaseFinished {
				t.Errorf("the room is %s", s.Phase)
			}
			if got := panicsIn(t, w, panicInTurn); got < c.perTurn*turns || got >= (c.perTurn+1)*turns {
				t.Errorf("%d panics are counted in %d turns", got, turns)
			}
			for _, want := range []string{"variant=connect4:7x6:4", "position=...", "no move", "panic_test.go"} {
				if !strings.Contains(log.String(), want) {
					t.Errorf("the log lacks %q", want)
				}
			}
		})
	}
}

// Advice is given even if its value is unknown.
func TestPanicInAdvice(t *testing.T) {
	store := storetest.Open(t)
	w, _ := workWithEngine(t, store, &faulty{workingLevel: "very-easy"})
	g := newRoom(t, store, "advised")
	g.play(room.Create{Variant: "tictactoe", Self: true, Advice: [2]bool{true, false}, First: 1})
	g.await()
	s := g.replica.State()
	if s.Advised == "" || s.AdvisedValue != (room.Value{}) {
		t.Errorf("advised %q, worth %+v", s.Advised, s.AdvisedValue)
	}
	if got := panicsIn(t, w, panicInTurn); got < 2 {
		t.Errorf("%d panics are counted", got)
	}
}

// The worker gives up a job that panics outside the engine, and goes on to answer the next job.
func TestPanicOutsideTheEngine(t *testing.T) {
	store := storetest.Open(t)
	broken := &brokenStore{Store: store, room: "broken"}
	newGame(t, store, "broken", "very-easy", 2)
	w, _ := workWithEngine(t, broken, &faulty{workingLevel: "very-easy"})
	newGame(t, store, "whole", "very-easy", 2).await()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		if n, err := storetest.Backlog(t.Context(), store); err == nil && n == 0 {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("%d jobs are left, %v", n, err)
		}
	}
	if got := panicsIn(t, w, panicInTurn); got != 1 {
		t.Errorf("%d panics are counted", got)
	}
}

// brokenStore panics when the reply in one room is stored.
type brokenStore struct {
	storage.Store
	room room.ID
}

func (b *brokenStore) Reply(ctx context.Context, e room.Entry, fx room.Effects, worker string, job storage.Job) error {
	if job.Room == b.room {
		panic("a reply that cannot be stored")
	}
	return b.Store.Reply(ctx, e, fx, worker, job)
}

// The worker settles a question that makes the engine panic with the answer so far, and does not
// search the question again for a while.
func TestPanicInAnalysis(t *testing.T) {
	for _, reports := range []bool{false, true} {
		store := storetest.Open(t)
		f := &faulty{reports: reports}
		w, log := workWithEngine(t, store, f)
		s := &analysisBench{t: t, store: store}
		for range 3 {
			r := s.ask("connect4:7x6:4", "44", isDone)
			if found := len(r.Moves) > 0; found != reports || r.Exact() || r.Life() != analysis.BoundedLife {
				t.Errorf("reported before: %v; the answer is %+v", reports, r)
			}
		}
		if got, panics := f.asked.Load(), panicsIn(t, w, panicInAnalysis); got != 1 || panics != 1 {
			t.Errorf("searched %d times, and %d panics are counted", got, panics)
		}
		if n, err := store.Questions(t.Context()); err != nil || n != 0 {
			t.Errorf("%d questions are left, %v", n, err)
		}
		if !strings.Contains(log.String(), "variant=connect4:7x6:4 position=...") {
			t.Error("the log lacks the position that made the engine panic:", log)
		}
		// The same worker answers other questions.
		s.ask("connect4:7x6:4", "45", isDone)
	}
}
