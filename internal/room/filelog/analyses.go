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

// analyses holds the queue of questions, and the partial answers. They are in memory,
// since only this process uses them. Answers that are done are in the file.
type analyses struct {
	mu      sync.Mutex
	asked   map[analysis.QuestionKey]*question // waiting or leased
	first   []*question                        // returned questions, which workers get first
	waiting fair[*question]                    // the other free questions
	partial map[analysis.QuestionKey]partial
	seen    time.Time     // when a worker last looked for questions
	wake    chan struct{} // closed and replaced when a question becomes free
}

type question struct {
	analysis.Question
	key      analysis.QuestionKey
	wanted   time.Time // when the interest in the answer ends
	worker   string    // empty: free
	leaseEnd time.Time // when the worker's lease ends
}

// partial is an answer that is not done.
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
	a.asked = make(map[analysis.QuestionKey]*question)
	a.partial = make(map[analysis.QuestionKey]partial)
	a.wake = make(chan struct{})
}

// leased returns the question if the worker has its lease, and nil otherwise.
func (a *analyses) leased(worker string, key analysis.QuestionKey) *question {
	if q := a.asked[key]; q != nil && worker != "" && q.worker == worker {
		return q
	}
	return nil
}

func (a *analyses) forget(key analysis.QuestionKey) {
	a.forgetIf(func(q *question) bool { return q.key == key })
}

func (a *analyses) forgetUnwanted(now time.Time) {
	a.forgetIf(func(q *question) bool { return !now.Before(q.wanted) })
}

func (a *analyses) forgetIf(match func(*question) bool) {
	for key, q := range a.asked {
		if match(q) {
			delete(a.asked, key)
		}
	}
	a.first = slices.DeleteFunc(a.first, match)
	a.waiting.remove(match)
}

func (a *analyses) wakeAll() {
	close(a.wake)
	a.wake = make(chan struct{})
}

// Cached implements storage.Answers.
func (s *Store) Cached(ctx context.Context, key analysis.QuestionKey) (*analysis.Answer, error) {
	s.analyses.mu.Lock()
	defer s.analyses.mu.Unlock()
	return s.cached(ctx, key, s.clock())
}

// cached implements Cached. The caller holds analyses.mu.
func (s *Store) cached(ctx context.Context, key analysis.QuestionKey, now time.Time) (*analysis.Answer, error) {
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
			return nil // a worker will compute it again
		}
		if now.UnixMilli() < k.Until {
			known = &k.Answer
		}
		return nil
	})
	return known, err
}

// Ask implements storage.Answers.
func (s *Store) Ask(ctx context.Context, q analysis.Question, by storage.Asker) (storage.Asked, error) {
	key := q.Key()
	now := s.clock()
	a := &s.analyses
	a.mu.Lock()
	defer a.mu.Unlock()
	// Hold the lock from here until the question is queued. Otherwise, if an answer were
	// published in between, the answered question would stay in the queue.
	known, err := s.cached(ctx, key, now)
	if err != nil {
		return storage.Asked{}, err
	}
	asked := storage.Asked{Known: known, HasWorkers: now.Sub(a.seen) <= storage.WorkerSeenLimit}
	if known != nil && known.Done {
		return asked, nil
	}
	wanted := a.asked[key]
	if wanted == nil {
		if a.tooMany(by.Origin) != nil {
			a.forgetUnwanted(now)
		}
		if err := a.tooMany(by.Origin); err != nil {
			return storage.Asked{}, err
		}
		wanted = &question{Question: q, key: key}
		a.asked[key] = wanted
		a.waiting.add(by.Origin, string(by.Player), wanted)
		a.wakeAll()
	}
	if end := now.Add(storage.AskLease); end.After(wanted.wanted) {
		wanted.wanted = end
	}
	return asked, nil
}

// tooMany returns an error if no more questions of an origin may be queued.
func (a *analyses) tooMany(origin string) error {
	switch {
	case len(a.asked) >= storage.MaxQuestions:
		return storage.ErrQueueFull
	case a.waiting.count(origin) >= storage.MaxOriginQuestions:
		return storage.ErrShareFull
	default:
		return nil
	}
}

// WatchAnswers implements storage.Answers.
func (s *Store) WatchAnswers(ctx context.Context, key analysis.QuestionKey, tell func(*analysis.Answer)) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.answerWatches.watch(key, tell)
}

// TakeQuestion implements storage.Questions.
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
		poll := time.NewTimer(storage.TaskPollInterval)
		select {
		case <-wake:
		case <-poll.C:
		case <-ctx.Done():
		case <-s.quit:
			poll.Stop()
			return storage.Task{}, errClosed
		}
		poll.Stop()
	}
}

// take leases a question to a worker. Questions whose lease has expired come first. If no
// question is free, take returns a channel that is closed when one may be free.
func (a *analyses) take(worker string, now time.Time) (analysis.Question, <-chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen = now
	a.forgetUnwanted(now)
	q := a.next(now)
	if q == nil {
		return analysis.Question{}, a.wake
	}
	q.worker, q.leaseEnd = worker, now.Add(storage.TaskLease)
	return q.Question, nil
}

// next removes the next free question from the queue and returns it, or nil if there is none.
func (a *analyses) next(now time.Time) *question {
	for _, q := range a.asked {
		if q.worker != "" && !now.Before(q.leaseEnd) {
			return q
		}
	}
	if len(a.first) > 0 {
		q := a.first[0]
		a.first = a.first[1:]
		return q
	}
	q, _ := a.waiting.take(nil)
	return q
}

// RenewQuestion implements storage.Questions.
func (s *Store) RenewQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	now := s.clock()
	a := &s.analyses
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen = now
	q := a.leased(worker, key)
	if q == nil {
		return notLeased(key, worker)
	}
	if !now.Before(q.wanted) {
		a.forget(key)
		return notLeased(key, worker)
	}
	q.leaseEnd = now.Add(storage.TaskLease)
	return nil
}

func notLeased(key analysis.QuestionKey, worker string) error {
	return fmt.Errorf("filelog: question %s of %s: %w", key, worker, storage.ErrNotFound)
}

// ReturnQuestion implements storage.Questions.
func (s *Store) ReturnQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a := &s.analyses
	a.mu.Lock()
	defer a.mu.Unlock()
	if q := a.leased(worker, key); q != nil {
		q.worker = ""
		a.first = slices.Insert(a.first, 0, q)
		a.wakeAll()
	}
	return nil
}

// Questions implements storage.Questions.
func (s *Store) Questions(ctx context.Context) (int, error) {
	s.analyses.mu.Lock()
	defer s.analyses.mu.Unlock()
	return len(s.analyses.asked), ctx.Err()
}
