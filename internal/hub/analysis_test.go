package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// analysisAnswer is an answer of the API: a report or a failure.
type analysisAnswer struct {
	analysis.Report
	wire.Failure
}

func (s *served) analyse(player string, body hubtest.Object) (a analysisAnswer, status int) {
	s.t.Helper()
	return a, s.call(player, "POST", "/api/analysis", body, &a)
}

// analyst is a worker whose answers the test chooses.
type analyst struct {
	t     *testing.T
	store storage.Store
}

func (w analyst) take() storage.Task {
	w.t.Helper()
	task, err := w.store.TakeQuestion(hubtest.Context(w.t), "analyst")
	if err != nil {
		w.t.Fatal(err)
	}
	return task
}

func (w analyst) publish(task storage.Task, a analysis.Answer) {
	w.t.Helper()
	if err := w.store.Publish(hubtest.Context(w.t), "analyst", task.Key(), a); err != nil {
		w.t.Fatal(err)
	}
}

func exactly(result string, plies int) room.Value {
	v := room.GameValue{Result: result, Plies: plies}
	return room.Value{Low: v, High: v}
}

// Requests for a position and for its mirror image, on any hub, share one computation.
// Each is answered with the moves of its own position.
func TestAnalysisIsShared(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	worker := analyst{t, store}
	var asking sync.WaitGroup
	for i, hub := range []*served{one, two, one, two} {
		moves, first := "12", "1"
		if i >= 2 {
			moves, first = "76", "7"
		}
		asking.Go(func() {
			a, status := hub.analyse([]string{"ana", "bob"}[i%2], hubtest.Object{"variant": "connect4:7x6:4", "moves": moves, "wait_ms": 10000})
			if status != http.StatusOK || !a.Done || a.Over || a.Turn != "first" || a.Depth != 0 || a.Nodes != 99 {
				t.Errorf("the shared answer: %d %+v", status, a)
			}
			if len(a.Moves) != 1 || a.Moves[0].Move != first || a.Moves[0].Value != exactly(room.ValueWin, 7) || a.Value != exactly(room.ValueWin, 7) {
				t.Errorf("%s: %+v", moves, a.Moves)
			}
		})
	}
	task := worker.take()
	// The worker answers with the moves of the canonical position, which may be the mirror
	// image: then column 1 of the moves 12 is column 7.
	study, err := analysis.NewStudy("connect4:7x6:4", "", "12")
	if err != nil {
		t.Fatal(err)
	}
	answer := analysis.Answer{Value: exactly(room.ValueWin, 7), Moves: []analysis.MoveValue{{Move: "1", Value: exactly(room.ValueWin, 7)}}, Nodes: 99}
	if got := study.Report(&answer).Moves[0].Move; got != "1" {
		answer.Moves[0].Move = "7"
	}
	answer.Done = true
	if n, err := store.Questions(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d questions, %v", n, err)
	}
	worker.publish(task, answer)
	asking.Wait()
	if n, err := store.Questions(t.Context()); err != nil || n != 0 {
		t.Errorf("%d questions are left, %v", n, err)
	}
	// The next request gets the answer from the cache.
	if a, status := one.analyse("eve", hubtest.Object{"variant": "connect4:7x6:4", "moves": "76"}); status != http.StatusOK || !a.Done {
		t.Errorf("the cached answer: %d %+v", status, a)
	}
	if got := one.answered("cached"); got < 1 {
		t.Errorf("%v answers from the cache", got)
	}
}

// A request that has waited for wait_ms gets the best answer so far. Another request continues
// the same analysis.
func TestAnalysisDeepens(t *testing.T) {
	store := storetest.Open(t)
	s, worker := serve(t, "hub", store, builtPage), analyst{t, store}
	body := hubtest.Object{"variant": "connect4:15x15:5", "wait_ms": 10000}
	answers := make(chan analysisAnswer, 1)
	ask := func() {
		go func() { a, _ := s.analyse("ana", body); answers <- a }()
	}
	ask()
	task := worker.take()
	worker.publish(task, analysis.Answer{Value: room.Value{Estimate: 10}, Depth: 3})
	worker.publish(task, analysis.Answer{Done: true, Value: room.Value{Estimate: 12}, Depth: 9})
	if a := <-answers; !a.Done || a.Depth != 9 || a.Value.Estimate != 12 {
		t.Errorf("the final answer is %+v", a)
	}
	body = hubtest.Object{"variant": "connect4:15x15:5", "moves": "8", "wait_ms": 0}
	if a, status := s.analyse("ana", body); status != http.StatusOK || a.Done || a.Depth != 0 || a.Moves == nil {
		t.Errorf("at once: %d %+v", status, a)
	}
	task = worker.take() // the question was queued, although the request did not wait
	worker.publish(task, analysis.Answer{Value: room.Value{Estimate: 10}, Depth: 5})
	if a, status := s.analyse("ana", body); status != http.StatusOK || a.Done || a.Depth != 5 {
		t.Errorf("asked again: %d %+v", status, a)
	}
	// A hub that ends gives the best answer so far.
	body["wait_ms"] = 10000
	ask()
	s.hub.tasks.Stop()
	if a := <-answers; a.Done || a.Depth != 5 {
		t.Errorf("from a hub that ends: %+v", a)
	}
}

// askOnceStore accepts only the first question. Its watches deliver one notice, that answers
// may have been lost.
type askOnceStore struct {
	storage.Store
	asked atomic.Bool
}

func (o *askOnceStore) Ask(ctx context.Context, q analysis.Question, by storage.Asker) (storage.Asked, error) {
	if o.asked.Swap(true) {
		return storage.Asked{}, storage.ErrQueueFull
	}
	return o.Store.Ask(ctx, q, by)
}

func (o *askOnceStore) WatchAnswers(_ context.Context, _ analysis.QuestionKey, tell func(*analysis.Answer)) (func(), error) {
	tell(nil)
	return func() {}, nil
}

// A request gets the best answer so far even if its hub cannot ask the store again.
func TestAnalysisThatCannotGoOn(t *testing.T) {
	store := storetest.Open(t)
	s, worker := serve(t, "hub", store, builtPage), analyst{t, store}
	body := hubtest.Object{"variant": "connect4:15x15:5", "wait_ms": 0}
	s.analyse("ana", body) // queues the question, although there is no worker
	worker.publish(worker.take(), analysis.Answer{Value: room.Value{Estimate: 10}, Depth: 5})
	body["wait_ms"] = 10000
	a, status := serve(t, "other", &askOnceStore{Store: store}, builtPage).analyse("ana", body)
	if status != http.StatusOK || a.Done || a.Depth != 5 {
		t.Errorf("the best answer so far: %d %+v", status, a)
	}
}

// fullStore refuses every question.
type fullStore struct {
	storage.Store
	err error
}

func (f fullStore) Ask(context.Context, analysis.Question, storage.Asker) (storage.Asked, error) {
	return storage.Asked{}, f.err
}

// If the queue is full, the status is 503. If only the share of an address is full, it is 429.
func TestAnalysisThatIsNotQueued(t *testing.T) {
	for err, want := range map[error]int{
		storage.ErrQueueFull: http.StatusServiceUnavailable, storage.ErrShareFull: http.StatusTooManyRequests,
	} {
		s := serve(t, "hub", fullStore{storetest.Open(t), err}, builtPage)
		if _, status := s.analyse("ana", hubtest.Object{"variant": "connect4:15x15:5"}); status != want {
			t.Errorf("%v: status %d, want %d", err, status, want)
		}
	}
}

func TestAnalysisOfAFinishedGame(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	a, status := s.analyse("ana", hubtest.Object{"variant": "connect4:7x6:4", "moves": "4141414"})
	if status != http.StatusOK || !a.Over || !a.Done || a.Turn != "second" || a.Value != exactly(room.ValueLoss, 0) || len(a.Moves) != 0 {
		t.Errorf("a finished game: %d %+v", status, a)
	}
}

// When a client goes away the hub stops waiting for its answer.
func TestAnalysisOfAClientThatGoesAway(t *testing.T) {
	store := storetest.Open(t)
	s, worker := serve(t, "hub", store, builtPage), analyst{t, store}
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, "POST", s.url+"/api/analysis", strings.NewReader(`{"variant":"connect4:9x7:4","wait_ms":10000}`))
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() {
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		over <- err
	}()
	worker.take()
	cancel()
	if err := <-over; err == nil {
		t.Error("the request was not broken off")
	}
	for deadline := time.Now().Add(hubtest.Patience); s.answered("gone") == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the hub still waits for the answer")
		}
	}
}

func TestAnalysisRefuses(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	for code, body := range map[string]hubtest.Object{
		"unknown_variant": {"variant": "checkers"},
		"bad_request":     {"variant": "tictactoe", "wait_ms": 10001},
		"bad_move":        {"variant": "connect4:7x6:4", "moves": "48"},
		"column_full":     {"variant": "connect4:7x6:4", "moves": "4444444"},
		"bad_position":    {"variant": "force3", "position": "rs.bsbsss r 2 1"},
		"cell_taken":      {"variant": "tictactoe", "moves": "a1 a1"},
	} {
		if a, status := s.analyse("ana", body); status != http.StatusBadRequest || a.Code != code || a.Text == "" || a.Retry {
			t.Errorf("%v: %d %+v; want %s", body, status, a.Failure, code)
		}
	}
	// Without a worker it makes no sense to wait long.
	if a, status := s.analyse("bob", hubtest.Object{"variant": "tictactoe", "wait_ms": 0}); status != http.StatusServiceUnavailable || a.Code != "no_worker" || !a.Retry {
		t.Errorf("no worker: %d %+v", status, a.Failure)
	}
}

// computedPerMinute is the number of positions that the workers compute for one player in a minute,
// by docs/api/openapi.yaml.
const computedPerMinute = 60

// Each player has a quota of positions to compute, which known positions do not use up.
func TestAnalysisLimits(t *testing.T) {
	store := storetest.Open(t)
	start, passed := time.Now(), atomic.Int64{}
	s := serve(t, "hub", store, builtPage, func(c *Config) {
		c.Now = func() time.Time { return start.Add(time.Duration(passed.Load())) }
	})
	analyst{t, store}.showUp()
	ask := func(player string) (analysisAnswer, int) {
		return s.analyse(player, hubtest.Object{"variant": "tictactoe", "wait_ms": 0})
	}
	for i := range computedPerMinute {
		if a, status := ask("ana"); status != http.StatusOK {
			t.Fatalf("request %d: %d %+v", i, status, a.Failure)
		}
	}
	a, status := ask("ana")
	if status != http.StatusTooManyRequests || a.Code != "too_many" || !a.Retry {
		t.Errorf("one more: %d %+v", status, a.Failure)
	}
	if _, status := ask("bob"); status != http.StatusOK {
		t.Errorf("another player: %d", status)
	}
	if a, status := s.analyse("ana", hubtest.Object{"variant": "connect4:7x6:4", "moves": "4141414"}); status != http.StatusOK {
		t.Errorf("a finished game, which needs no worker: %d %+v", status, a.Failure)
	}
	req, _ := http.NewRequest("POST", s.url+"/api/analysis", strings.NewReader(`{"variant":"tictactoe"}`))
	req.Header.Set("Authorization", bearer("ana"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer http.DefaultClient.CloseIdleConnections()
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "1" {
		t.Errorf("%d, Retry-After %q", resp.StatusCode, resp.Header.Get("Retry-After"))
	}
	passed.Add(int64(time.Minute / computedPerMinute))
	if _, status := ask("ana"); status != http.StatusOK {
		t.Errorf("a second later: %d", status)
	}
}

// Players of one address share its quota, even if each of them is new.
func TestAnalysisLimitsOfAnAddress(t *testing.T) {
	const computedByAddress = 300 // positions in a minute, by docs/api/openapi.yaml
	store, clock := storetest.Open(t), clocktest.New()
	s := serve(t, "hub", store, builtPage, withClock(clock), withLimits(func(l *limits.Limits) { l.RequestsPerSecondPerAddress = 0 }))
	analyst{t, store}.showUp()
	for i := range computedByAddress + 1 {
		a, status := s.analyse(fmt.Sprintf("ana%d-", i), hubtest.Object{"variant": "tictactoe", "wait_ms": 0})
		if (status == http.StatusOK) != (i < computedByAddress) {
			t.Fatalf("new player %d: %d %+v", i, status, a.Failure)
		}
	}
}

// watchedStore counts the requests that wait for answers.
type watchedStore struct {
	storage.Store
	waiting atomic.Int64
}

func (w *watchedStore) Ask(ctx context.Context, q analysis.Question, by storage.Asker) (storage.Asked, error) {
	asked, err := w.Store.Ask(ctx, q, by)
	w.waiting.Add(1)
	return asked, err
}

// The thirty pupils of a class share an address. They ask at once, mostly the same, and with the usual limits each has an
// answer in time. Equal questions are computed once.
func TestAnalysisOfAClass(t *testing.T) {
	const pupils = 30
	positions := []string{"4", "44", "4453"}
	store := &watchedStore{Store: storetest.Open(t)}
	s, worker := serve(t, "hub", store, builtPage, withLimits(func(*limits.Limits) {})), analyst{t, store}
	start := time.Now()
	var asking sync.WaitGroup
	var answered atomic.Int64
	for i := range pupils {
		asking.Go(func() {
			defer answered.Add(1)
			which := i % len(positions)
			a, status := s.analyse(fmt.Sprintf("pupil%d-", i), hubtest.Object{"variant": "connect4:7x6:4", "moves": positions[which], "wait_ms": 10000})
			if status != http.StatusOK || !a.Done || a.Value != exactly(room.ValueWin, 1+2*which) {
				t.Errorf("pupil %d, after %s: %d %+v", i, positions[which], status, a)
			}
		})
	}
	// The worker is so slow that all wait at once.
	for store.waiting.Load()+answered.Load() < pupils {
		time.Sleep(time.Millisecond)
	}
	for n := range positions {
		if left, err := store.Questions(t.Context()); err != nil || left != len(positions)-n {
			t.Fatalf("%d questions after %d answers, %v", left, n, err)
		}
		task := worker.take()
		for which, moves := range positions {
			if study, err := analysis.NewStudy("connect4:7x6:4", "", moves); err != nil {
				t.Fatal(err)
			} else if study.Question.Key() == task.Key() {
				worker.publish(task, analysis.Answer{Done: true, Value: exactly(room.ValueWin, 1+2*which)})
			}
		}
	}
	if asking.Wait(); time.Since(start) > 15*time.Second {
		t.Errorf("the last pupil had an answer after %v", time.Since(start))
	}
}

// showUp lets the store know that there is a worker.
func (w analyst) showUp() {
	// Long enough for one look into the queue, even on a busy machine.
	ctx, cancel := context.WithTimeout(w.t.Context(), 250*time.Millisecond)
	defer cancel()
	if task, err := w.store.TakeQuestion(ctx, "analyst"); err == nil {
		w.t.Fatalf("took %+v", task)
	}
}

// The hub accepts the requests and sends the answers that docs/api/openapi.yaml shows. The document
// names every status.
func TestAnalysisExamples(t *testing.T) {
	raw, err := os.ReadFile("../../docs/api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]any
		}
		Components struct {
			Examples map[string]struct{ Value any }
		}
	}
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	store := storetest.Open(t)
	s, worker := serve(t, "hub", store, builtPage), analyst{t, store}
	worker.showUp()
	for _, name := range []string{"analysisOfMoves", "analysisOfPosition"} {
		var body hubtest.Object
		_ = json.Unmarshal(mustMarshal(doc.Components.Examples[name].Value), &body)
		body["wait_ms"] = 0
		var answer hubtest.Object
		if status := s.call("ana", "POST", "/api/analysis", body, &answer); status != http.StatusOK {
			t.Errorf("%s: %d %v", name, status, answer)
		}
		sameKeys(t, name, answer, mustMarshal(doc.Components.Examples["analysisNothing"].Value))
	}
	for _, name := range []string{"analysisExact", "analysisBounded", "analysisNothing", "analysisOver"} {
		example := mustMarshal(doc.Components.Examples[name].Value)
		var r analysis.Report
		if err := json.Unmarshal(example, &r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		sameJSON(t, mustMarshal(r), example)
	}
	sameJSON(t, mustMarshal(wire.FailTooMany), mustMarshal(doc.Components.Examples["tooMany"].Value))
	sameJSON(t, mustMarshal(wire.FailNoWorker), mustMarshal(doc.Components.Examples["noWorker"].Value))
	for _, status := range []string{"200", "400", "403", "429", "503"} {
		if _, ok := doc.Paths["/api/analysis"]["post"].Responses[status]; !ok {
			t.Errorf("%s is not documented", status)
		}
	}
}
