package filelog

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// analyses is the questions that are asked, in their order, and the answers
// that are not done: they live in memory, since all who ask are in this
// process. Answers that are done are in the file.
type analyses struct {
	mu      sync.Mutex
	queue   []*question // those handed back first, then by when they were asked
	partial map[analysis.QuestionKey]partial
	seen    time.Time     // when a worker last looked
	wake    chan struct{} // closed and replaced when a question becomes free
}

type question struct {
	analysis.Question
	key    analysis.QuestionKey
	wanted time.Time // until when
	worker string    // empty: free
	trust  time.Time // until when the worker counts as alive
}

// partial is an answer that is being deepened.
type partial struct {
	answer analysis.Answer
	until  time.Time
}

// keptAnswer is an answer's form in the file.
type keptAnswer struct {
	Until  int64           `json:"until"` // Unix milliseconds
	Answer analysis.Answer `json:"answer"`
}

func (a *analyses) init() {
	a.partial = make(map[analysis.QuestionKey]partial)
	a.wake = make(chan struct{})
}

func (a *analyses) find(key analysis.QuestionKey) int {
	return slices.IndexFunc(a.queue, func(q *question) bool { return q.key == key })
}

// held returns the question if it is the worker's.
func (a *analyses) held(worker string, key analysis.QuestionKey) *question {
	if i := a.find(key); i >= 0 && worker != "" && a.queue[i].worker == worker {
		return a.queue[i]
	}
	return nil
}

func (a *analyses) forget(key analysis.QuestionKey) {
	a.queue = slices.DeleteFunc(a.queue, func(q *question) bool { return q.key == key })
}

func (a *analyses) forgetUnwanted(now time.Time) {
	a.queue = slices.DeleteFunc(a.queue, func(q *question) bool { return !now.Before(q.wanted) })
}

func (a *analyses) wakeAll() {
	close(a.wake)
	a.wake = make(chan struct{})
}

// Known implements room.Analyses.
func (s *Store) Cached(ctx context.Context, key analysis.QuestionKey) (*analysis.Answer, error) {
	s.analyses.mu.Lock()
	defer s.analyses.mu.Unlock()
	return s.known(ctx, key, s.clock())
}

// known is Known; the caller holds the lock of s.analyses.
func (s *Store) known(ctx context.Context, key analysis.QuestionKey, now time.Time) (*analysis.Answer, error) {
	p, ok := s.analyses.partial[key]
	var known *analysis.Answer
	if ok && now.Before(p.until) {
		known = &p.answer
	}
	err := s.view(ctx, func(tx *bolt.Tx) error {
		data := tx.Bucket(bucketAnswers).Get([]byte(key))
		if data == nil {
			return nil
		}
		var k keptAnswer
		if err := json.Unmarshal(data, &k); err != nil {
			return fmt.Errorf("answer %s: %w", key, err)
		}
		if now.UnixMilli() < k.Until {
			known = &k.Answer
		}
		return nil
	})
	return known, err
}

// Ask implements room.Analyses.
func (s *Store) Ask(ctx context.Context, q analysis.Question) (storage.Asked, error) {
	key := q.Key()
	now := s.clock()
	a := &s.analyses
	a.mu.Lock()
	defer a.mu.Unlock()
	// Under the same lock as the queue: an answer that came between the two would
	// leave the question there to be answered again.
	known, err := s.known(ctx, key, now)
	if err != nil {
		return storage.Asked{}, err
	}
	asked := storage.Asked{Known: known, HasWorkers: now.Sub(a.seen) <= storage.WorkerSeenLimit}
	if known != nil && known.Done {
		return asked, nil
	}
	i := a.find(key)
	if i < 0 {
		if len(a.queue) >= storage.MaxQuestions {
			a.forgetUnwanted(now)
		}
		if len(a.queue) >= storage.MaxQuestions {
			return storage.Asked{}, storage.ErrQueueFull
		}
		i = len(a.queue)
		a.queue = append(a.queue, &question{Question: q, key: key})
		a.wakeAll()
	}
	if end := now.Add(storage.AskLease); end.After(a.queue[i].wanted) {
		a.queue[i].wanted = end
	}
	return asked, nil
}

// WatchAnswers implements room.Analyses. It never misses an answer.
func (s *Store) WatchAnswers(ctx context.Context, key analysis.QuestionKey, tell func(*analysis.Answer)) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.answered.watch(key, tell)
}

// TakeQuestion implements room.Analyses.
func (s *Store) TakeQuestion(ctx context.Context, worker string) (storage.Task, error) {
	for {
		if err := ctx.Err(); err != nil {
			return storage.Task{}, err
		}
		q, wake := s.analyses.take(worker, s.clock())
		if q.Variant != "" {
			known, err := s.Cached(ctx, q.Key())
			if err != nil {
				_ = s.ReturnQuestion(context.WithoutCancel(ctx), worker, q.Key())
				return storage.Task{}, err
			}
			return storage.Task{Question: q, Known: known}, nil
		}
		look := time.NewTimer(storage.TaskPollInterval)
		select {
		case <-wake:
		case <-look.C:
		case <-ctx.Done():
		case <-s.quit:
			look.Stop()
			return storage.Task{}, errClosed
		}
		look.Stop()
	}
}

// take hands out a question, of a dead worker first, or returns what is closed
// when there may be one.
func (a *analyses) take(worker string, now time.Time) (analysis.Question, <-chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen = now
	a.forgetUnwanted(now)
	i := slices.IndexFunc(a.queue, func(q *question) bool { return q.worker != "" && !now.Before(q.trust) })
	if i < 0 {
		i = slices.IndexFunc(a.queue, func(q *question) bool { return q.worker == "" })
	}
	if i < 0 {
		return analysis.Question{}, a.wake
	}
	a.queue[i].worker, a.queue[i].trust = worker, now.Add(storage.TaskLease)
	return a.queue[i].Question, nil
}

// KeepQuestion implements room.Analyses.
func (s *Store) RenewQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	now := s.clock()
	a := &s.analyses
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen = now
	q := a.held(worker, key)
	if q == nil {
		return notHeld(key, worker)
	}
	if !now.Before(q.wanted) {
		a.forget(key)
		return notHeld(key, worker)
	}
	q.trust = now.Add(storage.TaskLease)
	return nil
}

func notHeld(key analysis.QuestionKey, worker string) error {
	return fmt.Errorf("filelog: question %s of %s: %w", key, worker, storage.ErrNotFound)
}

// ReturnQuestion implements room.Analyses.
func (s *Store) ReturnQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a := &s.analyses
	a.mu.Lock()
	defer a.mu.Unlock()
	if q := a.held(worker, key); q != nil {
		q.worker = ""
		a.forget(key)
		a.queue = slices.Insert(a.queue, 0, q)
		a.wakeAll()
	}
	return nil
}

// Questions implements room.Analyses.
func (s *Store) Questions(ctx context.Context) (int, error) {
	s.analyses.mu.Lock()
	defer s.analyses.mu.Unlock()
	return len(s.analyses.queue), ctx.Err()
}
