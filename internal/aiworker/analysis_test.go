package aiworker

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/storetest"
)

// analysisBench is a store with a worker, whose ask method asks for analyses.
type analysisBench struct {
	t        *testing.T
	store    storage.Store
	registry *prometheus.Registry
	stop     func()
}

func newAnalysisBench(t *testing.T, store storage.Store, slots int, change ...func(*worker)) *analysisBench {
	s := &analysisBench{t: t, store: store, registry: prometheus.NewRegistry()}
	ctx, cancel := context.WithCancel(context.Background())
	w := newWorker(Config{
		Store: store, Name: "bench", Concurrency: slots, Log: slog.New(slog.DiscardHandler), Registry: s.registry,
	})
	w.engine, w.analysisBudget = minimax.NewEngine(1<<20), time.Hour
	for _, fn := range change {
		fn(w)
	}
	var over sync.WaitGroup
	over.Go(func() { w.run(ctx) })
	s.stop = func() { cancel(); over.Wait() }
	t.Cleanup(s.stop)
	return s
}

// ask asks until the answer satisfies wanted.
func (s *analysisBench) ask(variant, moves string, wanted func(*analysis.Answer) bool) analysis.Report {
	s.t.Helper()
	study, err := analysis.NewStudy(variant, "", moves)
	if err != nil {
		s.t.Fatal(err)
	}
	news := make(chan struct{}, 1)
	stop, err := s.store.WatchAnswers(s.t.Context(), study.Question.Key(), func(*analysis.Answer) {
		select {
		case news <- struct{}{}:
		default:
		}
	})
	if err != nil {
		s.t.Fatal(err)
	}
	defer stop()
	timeout := time.After(20 * time.Second)
	for {
		asked, err := s.store.Ask(s.t.Context(), study.Question, storage.Asker{})
		if err != nil {
			s.t.Fatal(err)
		}
		if asked.Known != nil && wanted(asked.Known) {
			return study.Report(asked.Known)
		}
		select {
		case <-news:
		case <-time.After(storage.AskRenewal):
		case <-timeout:
			s.t.Fatalf("%s %s: the last answer is %+v", variant, moves, asked.Known)
		}
	}
}

func isDone(a *analysis.Answer) bool { return a.Done }
func isDeep(a *analysis.Answer) bool { return a.Depth >= 2 }

// aborted returns how many analyses were ended for a reason.
func (s *analysisBench) aborted(reason string) (n float64) {
	s.t.Helper()
	families, err := s.registry.Gather()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "quatre_ai_analyses_aborted_total" && m.GetLabel()[0].GetValue() == reason {
				n += m.GetCounter().GetValue()
			}
		}
	}
	return n
}

func TestAnalyses(t *testing.T) {
	s := newAnalysisBench(t, storetest.Open(t), 2)
	for _, c := range []struct{ variant, moves, best, result string }{
		{"tictactoe", "", "", room.ValueDraw},
		{"tictactoe", "a1 b1 a2 b2", "a3", room.ValueWin},
		{"connect4:4x4:4", "12341234", "", room.ValueDraw},
		{"force3", "", "", ""},
		{"force3:report", "", "", ""},
	} {
		r := s.ask(c.variant, c.moves, isDone)
		best := r.Moves[0]
		if !r.Exact() || c.result != "" && r.Value.Low.Result != c.result || c.best != "" && best.Move != c.best || best.Value != r.Value {
			t.Errorf("%s %s: %+v, best %+v", c.variant, c.moves, r.Value, best)
		}
	}
}

// A position that cannot be solved soon gets deeper and deeper answers.
func TestPublishesPartialAnswers(t *testing.T) {
	s := newAnalysisBench(t, storetest.Open(t), 1)
	r := s.ask("connect4:9x9:5", "5", isDeep)
	if r.Done || len(r.Moves) != 9 || r.Value.Exact() {
		t.Errorf("the partial answer is %+v", r)
	}
}

// insatiable is an engine whose analyses end only with their context. Each analysis reports
// once and sends to begun. Choose returns the first move.
type insatiable struct{ begun chan struct{} }

func (insatiable) Choose(_ context.Context, _ minimax.Level, pos rules.Position, _ *rand.Rand) (minimax.Choice, error) {
	return minimax.Choice{Move: pos.Moves(nil)[0]}, nil
}

func (insatiable) Line(context.Context, minimax.Level, rules.Position, minimax.Choice, int, time.Duration) ([]rules.Move, error) {
	return nil, nil
}

func (e insatiable) Analyse(
	ctx context.Context, pos rules.Position, _ time.Duration, report func(minimax.Analysis),
) (minimax.Analysis, error) {
	report(minimax.Analysis{Depth: 1, Moves: []minimax.MoveValue{{Move: pos.Moves(nil)[0]}}})
	select {
	case e.begun <- struct{}{}:
		<-ctx.Done()
	case <-ctx.Done():
	}
	return minimax.Analysis{}, ctx.Err()
}

func (insatiable) Explain(context.Context, rules.Position, time.Duration, bool) (*reasons.Reason, error) {
	return nil, nil
}

// With one slot and endless analyses, each slow turn ends the running analysis and is answered. No
// question is lost.
func TestTurnsComeFirst(t *testing.T) {
	now := time.Now()
	store := storetest.OpenAt(t, func() time.Time { return now }) // no lease and no question expires
	engine := insatiable{make(chan struct{})}
	s := newAnalysisBench(t, store, 1, func(w *worker) { w.engine = engine })
	const asked = 4
	for i := range asked {
		study, err := analysis.NewStudy("connect4:9x9:5", "", fmt.Sprint(i+1, i+2))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Ask(t.Context(), study.Question, storage.Asker{}); err != nil {
			t.Fatal(err)
		}
	}
	<-engine.begun
	g := newGame(t, store, "busy", "strong", 2)
	turns := 0.0
	for moves := g.await(); len(moves) > 0; moves = g.await() {
		turns++
		<-engine.begun // the analysis begins again after the turn
		if got := s.aborted("live"); got != turns {
			t.Fatalf("%v analyses gave way to %v turns", got, turns)
		}
		g.play(room.Move{Move: moves[len(moves)-1]})
	}
	if n, err := store.Questions(t.Context()); err != nil || n != asked {
		t.Errorf("%d questions are left of %d, %v", n, asked, err)
	}
}

// When nobody asks any more the search ends.
func TestStopsWhenNobodyWantsIt(t *testing.T) {
	var ahead atomic.Int64
	store := storetest.OpenAt(t, func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) })
	s := newAnalysisBench(t, store, 1)
	s.ask("connect4:9x9:5", "5", isDeep)
	ahead.Store(int64(storage.AskLease))
	for deadline := time.Now().Add(20 * time.Second); s.aborted("unwanted") == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the worker goes on")
		}
	}
	if n, err := store.Questions(t.Context()); err != nil || n != 0 {
		t.Errorf("%d questions are left, %v", n, err)
	}
}

// A worker that shuts down hands its question back with the answer so far.
func TestHandsQuestionsBack(t *testing.T) {
	store := storetest.Open(t)
	s := newAnalysisBench(t, store, 1)
	r := s.ask("connect4:9x9:5", "5", isDeep)
	s.stop()
	task, err := store.TakeQuestion(t.Context(), "next")
	if err != nil || task.Known == nil || task.Known.Depth < r.Depth || task.Known.Done {
		t.Errorf("the next worker takes %+v, %v", task, err)
	}
	if got := s.aborted("shutdown"); got != 1 {
		t.Errorf("%v analyses were broken off", got)
	}
}

func TestGate(t *testing.T) {
	g := newGate(2)
	elder, leaveElder, ok1 := g.admit(t.Context())
	younger, leaveYounger, ok2 := g.admit(t.Context())
	if _, _, ok := g.admit(t.Context()); !ok1 || !ok2 || ok {
		t.Fatal("a gate with two slots must admit two analyses")
	}
	one := g.enter()
	if context.Cause(younger) != errPreempted || elder.Err() != nil {
		t.Errorf("the younger gives way: %v, %v", context.Cause(younger), elder.Err())
	}
	leaveYounger() // the younger analysis ends late: the turn has its slot already
	if _, _, ok := g.admit(t.Context()); ok {
		t.Error("an analysis is admitted although a turn and an analysis have the slots")
	}
	two, three := g.enter(), g.enter() // turns never wait
	if elder.Err() == nil {
		t.Error("the elder stays although turns need all slots")
	}
	leaveElder()
	waiting := make(chan bool)
	go func() { waiting <- g.await(t.Context()) }()
	two()
	three()
	if !<-waiting {
		t.Error("await does not return when a slot is free again")
	}
	if _, leave, ok := g.admit(t.Context()); !ok {
		t.Error("an analysis is not admitted although one slot is free")
	} else {
		leave()
	}
	one()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if g.await(ended) {
		t.Error("await outlives its context")
	}
}
