package ledger_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// runAnalysesModel runs random operations on questions and answers, on a store and on a
// plain model of it, while time passes. It compares the results.
func runAnalysesModel(t *testing.T, open openStore) {
	rapid.Check(t, func(rt *rapid.T) {
		c := clocktest.At(start)
		s := open(t, conditions{Now: c.Now, JobLease: longLease, SleepAfter: room.SleepAfter})
		m := &analysesModel{store: s, clock: c, kept: make(map[string]modelAnswer)}
		defer func() {
			if err := s.Close(); err != nil {
				rt.Errorf("Close: %v", err)
			}
		}()
		rt.Repeat(map[string]func(*rapid.T){
			"ask":     m.ask,
			"take":    m.take,
			"renew":   m.renew,
			"publish": m.publish,
			"return":  m.returnQuestion,
			"wait":    m.wait,
			"":        m.check,
		})
	})
}

// analysesModel is a plain model of the questions and answers of a store.
type analysesModel struct {
	store storage.Store
	clock *clocktest.Clock
	queue []*modelQuestion // in the order in which workers take them
	kept  map[string]modelAnswer
}

type modelQuestion struct {
	name     string
	wanted   time.Time // when the interest in the answer ends
	worker   string    // empty: free
	leaseEnd time.Time
	inFront  bool // free because the lease expired: goes before the others, in any order
}

type modelAnswer struct {
	answer analysis.Answer
	until  time.Time
}

var (
	modelQuestions = rapid.SampledFrom([]string{"x", "y", "z"})
	modelTimes     = rapid.SampledFrom([]time.Duration{
		time.Millisecond, storage.TaskLease, storage.AskLease - time.Second, storage.AskLease,
		analysis.PartialLife, analysis.BoundedLife, analysis.ExactLife,
	})
	modelAnswers = rapid.SampledFrom([]analysis.Answer{partialAnswer(1), partialAnswer(2), doneAnswer(3), exactAnswer()})
)

func (m *analysesModel) known(name string) *analysis.Answer {
	if a, ok := m.kept[name]; ok && m.clock.Now().Before(a.until) {
		return &a.answer
	}
	return nil
}

func (m *analysesModel) find(name string) *modelQuestion {
	for _, q := range m.queue {
		if q.name == name {
			return q
		}
	}
	return nil
}

func (m *analysesModel) forget(name string) {
	m.queue = slices.DeleteFunc(m.queue, func(q *modelQuestion) bool { return q.name == name })
}

func (m *analysesModel) ask(rt *rapid.T) {
	name := modelQuestions.Draw(rt, "question")
	known := m.known(name)
	wantAsked(rt, m.store, name, known)
	if known != nil && known.Done {
		return
	}
	q := m.find(name)
	if q == nil {
		q = &modelQuestion{name: name}
		m.queue = append(m.queue, q)
	}
	q.wanted = m.clock.Now().Add(storage.AskLease)
}

// take takes a question if one is free.
func (m *analysesModel) take(rt *rapid.T) {
	now := m.clock.Now()
	worker := rapid.SampledFrom([]string{"w1", "w2", "w3"}).Draw(rt, "worker")
	if slices.ContainsFunc(m.queue, func(q *modelQuestion) bool { return q.worker == worker }) {
		return // the worker has a question already
	}
	m.queue = slices.DeleteFunc(m.queue, func(q *modelQuestion) bool { return !now.Before(q.wanted) })
	for _, q := range m.queue {
		if q.worker != "" && !now.Before(q.leaseEnd) {
			q.worker, q.inFront = "", true
		}
	}
	inFront := slices.ContainsFunc(m.queue, func(q *modelQuestion) bool { return q.inFront })
	free := slices.IndexFunc(m.queue, func(q *modelQuestion) bool { return q.worker == "" })
	if free < 0 {
		wantNoQuestion(rt, m.store, len(m.queue))
		return
	}
	task, err := m.store.TakeQuestion(testContext(rt), worker)
	must(rt, err)
	q := m.find(task.Position)
	switch {
	case q == nil, q.worker != "", inFront && !q.inFront, !inFront && q != m.queue[free]:
		rt.Fatalf("took %s; the model has %d questions, some of dead workers: %v", task.Position, len(m.queue), inFront)
	}
	sameAnswer(rt, "TakeQuestion", task.Known, m.known(q.name))
	q.worker, q.leaseEnd, q.inFront = worker, now.Add(storage.TaskLease), false
}

// drawLease draws a worker and a question, which may be leased to that worker.
func (m *analysesModel) drawLease(rt *rapid.T) (q *modelQuestion, worker, name string) {
	worker = rapid.SampledFrom([]string{"w1", "w2", "w3"}).Draw(rt, "worker")
	name = modelQuestions.Draw(rt, "question")
	if q = m.find(name); q != nil && q.worker == worker {
		return q, worker, name
	}
	return nil, worker, name
}

// wantSuccessOrNotFound checks that err is nil if success is true, and ErrNotFound otherwise.
func wantSuccessOrNotFound(rt *rapid.T, what string, err error, success bool) {
	if success && err != nil || !success && !errors.Is(err, storage.ErrNotFound) {
		rt.Fatalf("%s: got error %v, want success: %v", what, err, success)
	}
}

func (m *analysesModel) renew(rt *rapid.T) {
	q, worker, name := m.drawLease(rt)
	err := m.store.RenewQuestion(testContext(rt), worker, question(name).Key())
	wanted := q != nil && m.clock.Now().Before(q.wanted)
	wantSuccessOrNotFound(rt, "RenewQuestion", err, wanted)
	if wanted {
		q.leaseEnd = m.clock.Now().Add(storage.TaskLease)
	} else if q != nil {
		m.forget(name)
	}
}

func (m *analysesModel) publish(rt *rapid.T) {
	q, worker, name := m.drawLease(rt)
	a := modelAnswers.Draw(rt, "answer")
	wantSuccessOrNotFound(rt, "Publish", m.store.Publish(testContext(rt), worker, question(name).Key(), a), q != nil)
	if q == nil {
		return
	}
	m.kept[name] = modelAnswer{a, m.clock.Now().Add(a.Life())}
	if a.Done {
		m.forget(name)
	}
}

func (m *analysesModel) returnQuestion(rt *rapid.T) {
	q, worker, name := m.drawLease(rt)
	must(rt, m.store.ReturnQuestion(testContext(rt), worker, question(name).Key()))
	if q != nil {
		q.worker = ""
		m.forget(name)
		m.queue = slices.Insert(m.queue, 0, q)
	}
}

func (m *analysesModel) wait(rt *rapid.T) { m.clock.Add(modelTimes.Draw(rt, "time")) }

func (m *analysesModel) check(rt *rapid.T) {
	for _, name := range []string{"x", "y", "z"} {
		wantCached(rt, m.store, name, m.known(name))
	}
	wantQuestions(rt, m.store, len(m.queue))
}
