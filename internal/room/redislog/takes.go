package redislog

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/room/redislog/pubsub"
)

// maxRecent is how many of the origins that it served last a process remembers.
const maxRecent = 16

// queue is what the calls of Take of one process share. A kind is the letters of the lanes that
// a Take wants.
type queue struct {
	nextShard atomic.Uint64 // which shard of a Cluster is asked first
	start     sync.Once     // of the subscription to news

	mu      sync.Mutex
	looking map[string]chan struct{} // by kind: holds a token while a Take looks for jobs
	wake    map[string]chan struct{} // by kind: closed and removed when there may be a job
	lately  map[string][]string      // by kind: the origins that were served last, on a Cluster
	adopted time.Time                // when jobs were last moved from the streams
}

func (q *queue) init() {
	q.looking, q.wake, q.lately = map[string]chan struct{}{}, map[string]chan struct{}{}, map[string][]string{}
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
	for kind, wake := range q.wake {
		if lane == pubsub.Lost || strings.Contains(kind, lane) {
			close(wake)
			delete(q.wake, kind)
		}
	}
}

// news returns a channel that is closed when there may be a job of this kind.
func (q *queue) news(kind string) <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.wake[kind] == nil {
		q.wake[kind] = make(chan struct{})
	}
	return q.wake[kind]
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

// mayAdopt reports whether jobs should be moved from the streams now, and notes it.
func (q *queue) mayAdopt(now time.Time) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if now.Sub(q.adopted) < pollInterval {
		return false
	}
	q.adopted = now
	return true
}
