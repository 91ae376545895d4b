package redislog

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/room/redislog/pubsub"
)

// kindQuestions is the kind of calls of TakeQuestion.
const kindQuestions = "questions"

// maxRecent is how many of the origins that it served last a process remembers.
const maxRecent = 16

// queue is what the calls of Take of one process share. A kind is the letters of the lanes that
// a Take wants, or kindQuestions.
type queue struct {
	nextShard atomic.Uint64 // which shard of a Cluster is asked first
	start     sync.Once     // of the subscription to news

	mu      sync.Mutex
	looking map[string]chan struct{} // by kind: holds a token while a Take looks for jobs
	kinds   map[string]*jobNews      // by kind
	lately  map[string][]string      // by kind: the origins that were served last, on a Cluster
	tendAt  time.Time                // when tend must look after the queues
}

// jobNews is what is known of jobs of one kind. A message about a job replaces it by a new one.
type jobNews struct {
	wake chan struct{} // closed when there may be a job
	none atomic.Bool   // since this was made, a script has found no job
}

// foundNone notes that a script, called after news, has found no job. It has left out jobs of the
// origins in skip.
func (n *jobNews) foundNone(skip []string) {
	if len(skip) == 0 {
		n.none.Store(true)
	}
}

func (q *queue) init() {
	q.looking, q.kinds, q.lately = map[string]chan struct{}{}, map[string]*jobNews{}, map[string][]string{}
}

// begin waits until no other Take of this kind looks for jobs. done lets the next one look.
func (q *queue) begin(ctx, closed context.Context, kind string) (done func(), err error) {
	q.mu.Lock()
	token := q.looking[kind]
	if token == nil {
		token = make(chan struct{}, 1)
		q.looking[kind] = token
	}
	q.mu.Unlock()
	select {
	case token <- struct{}{}:
		return func() { <-token }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-closed.Done():
		return nil, errClosed
	}
}

// subscribe subscribes to the news of all queues until the store is closed.
func (q *queue) subscribe(s *Store) {
	q.start.Do(func() {
		for i, p := range s.queues() {
			s.subs[i].Start(p.news(), q.tell)
		}
	})
}

// tell wakes the calls of Take that want a job of this lane. It wakes all calls if news may be lost.
func (q *queue) tell(lane string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for kind, n := range q.kinds {
		if lane == pubsub.Lost || strings.Contains(kind, lane) {
			close(n.wake)
			delete(q.kinds, kind)
		}
	}
}

// news returns what is known of jobs of this kind. A caller that then looks for a job calls it
// before that, so that it misses no later job.
func (q *queue) news(kind string) *jobNews {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.kinds[kind] == nil {
		q.kinds[kind] = &jobNews{wake: make(chan struct{})}
	}
	return q.kinds[kind]
}

// recent returns the origins that were served last.
func (q *queue) recent(kind string) []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lately[kind]
}

// served notes that a job of an origin was taken.
func (q *queue) served(kind, origin string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	before := q.lately[kind]
	after := []string{origin}
	for _, o := range before {
		if o != origin && len(after) < maxRecent {
			after = append(after, o)
		}
	}
	q.lately[kind] = after
}

// mayTend reports whether tend must look after the queues now. Then the next time is pause from
// now, unless tendIn says otherwise.
func (q *queue) mayTend(now time.Time, pause time.Duration) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if now.Before(q.tendAt) {
		return false
	}
	q.tendAt = now.Add(pause)
	return true
}

// tendIn makes the next time pause from now, unless it is earlier.
func (q *queue) tendIn(pause time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if at := time.Now().Add(pause); at.Before(q.tendAt) {
		q.tendAt = at
	}
}

// untilTend returns how long after now tend must look after the queues.
func (q *queue) untilTend(now time.Time) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return max(0, q.tendAt.Sub(now))
}
