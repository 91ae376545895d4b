package ledger_test

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// The helpers of analyses.go and of other tests of analyses.

func question(name string) analysis.Question {
	return analysis.Question{Variant: "tictactoe", Position: name}
}

// partialAnswer and doneAnswer are answers that differ by depth.
func partialAnswer(depth int) analysis.Answer {
	return analysis.Answer{
		Value: room.Value{Low: room.GameValue{Result: room.ValueDraw}, Estimate: 7},
		Moves: []analysis.MoveValue{{Move: "a1", Value: room.Value{High: room.GameValue{Result: room.ValueWin, Plies: 5}, Estimate: -3}}},
		Depth: depth, Nodes: 10 * depth,
	}
}

func doneAnswer(depth int) analysis.Answer {
	a := partialAnswer(depth)
	a.Done = true
	return a
}

func exactAnswer() analysis.Answer {
	win := room.GameValue{Result: room.ValueWin, Plies: 3}
	return analysis.Answer{
		Done:  true,
		Value: room.Value{Low: win, High: win},
		Moves: []analysis.MoveValue{{Move: "b2", Value: room.Value{Low: win, High: win}}},
		Nodes: 99,
	}
}

func ask(t tb, s storage.Store, name string) storage.Asked {
	t.Helper()
	asked, err := s.Ask(testContext(t), question(name), storage.Asker{})
	must(t, err)
	return asked
}

func wantAsked(t tb, s storage.Store, name string, want *analysis.Answer) {
	t.Helper()
	sameAnswer(t, "Ask "+name, ask(t, s, name).Known, want)
}

func wantCached(t tb, s storage.Store, name string, want *analysis.Answer) {
	t.Helper()
	got, err := s.Cached(testContext(t), question(name).Key())
	must(t, err)
	sameAnswer(t, "Cached "+name, got, want)
}

func sameAnswer(t tb, what string, got, want *analysis.Answer) {
	t.Helper()
	if a, b := encoded(t, got), encoded(t, want); a != b {
		t.Fatalf("%s: got %s, want %s", what, a, b)
	}
}

func encoded(t tb, a *analysis.Answer) string {
	t.Helper()
	data, err := json.Marshal(a)
	must(t, err)
	return string(data)
}

func wantQuestions(t tb, s storage.Store, want int) {
	t.Helper()
	got, err := s.Questions(testContext(t))
	must(t, err)
	if got != want {
		t.Fatalf("%d questions, want %d", got, want)
	}
}

func takeQuestion(t tb, s storage.Store, worker, name string, known *analysis.Answer) {
	t.Helper()
	task, err := s.TakeQuestion(testContext(t), worker)
	must(t, err)
	if task.Question != question(name) {
		t.Fatalf("took %+v, want %s", task, name)
	}
	sameAnswer(t, "TakeQuestion "+name, task.Known, known)
}

// wantNoQuestion checks that TakeQuestion finds no question, and that left questions are in the
// queue once it has looked, which removes those that nobody wants.
func wantNoQuestion(t tb, s storage.Store, left int) {
	t.Helper()
	ctx, cancel := context.WithCancel(testContext(t))
	defer cancel()
	taken := make(chan error, 1)
	go func() {
		_, err := s.TakeQuestion(ctx, "idler")
		taken <- err
	}()
	time.Sleep(20 * time.Millisecond)
	for { // it looks later on a busy machine
		got, err := s.Questions(ctx)
		must(t, err)
		if got == left {
			break
		}
		if len(taken) > 0 {
			t.Fatalf("TakeQuestion returned, and %d questions are left, want %d", got, left)
		}
		time.Sleep(time.Millisecond)
	}
	cancel()
	wantErr(t, "TakeQuestion", await(t, taken, "TakeQuestion"), context.Canceled)
}

// answerFeed holds the answers that a watcher has received and the test has not yet read.
type answerFeed struct {
	answers chan *analysis.Answer
	stop    func()
}

func watchAnswers(t tb, s storage.Store, name string) *answerFeed {
	t.Helper()
	f := &answerFeed{answers: make(chan *analysis.Answer, 100), stop: func() {}}
	stop, err := s.WatchAnswers(testContext(t), question(name).Key(), func(a *analysis.Answer) { f.answers <- a })
	if err != nil {
		t.Errorf("WatchAnswers: %v", err)
		return f
	}
	f.stop = stop
	return f
}

func (f *answerFeed) wants(t tb, want analysis.Answer) {
	t.Helper()
	if got, exp := encoded(t, await(t, f.answers, "an answer")), encoded(t, &want); got != exp {
		t.Errorf("the watcher received %s, want %s", got, exp)
	}
}
