package redislog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// The shards of room.Store are those that may be away by themselves: on a Cluster
// each of this package's, on one server all of them together.

const (
	// shardTimeout is how long a question to all shards waits for one of them, or half
	// of what its caller has left, if that is less: the rest is for the caller.
	shardTimeout = replyTimeout

	// A shard that has not answered is asked by a probe only, until it does: for
	// probeTimeout, and then again after probePause.
	probeTimeout = time.Second
	probePause   = 200 * time.Millisecond
)

// errAbsent is in the place of the error of a shard that was not asked.
var errAbsent = fmt.Errorf("redislog: a shard was away a moment ago: %w", storage.ErrUnavailable)

// Shards implements room.Shards.
func (s *Store) Shards() int { return len(s.domains) }

// Shard implements room.Shards.
func (s *Store) Shard(id room.ID) int {
	if len(s.domains) == 1 {
		return 0
	}
	return s.indexOf(id)
}

// domain is what may be away by itself: some shards, or one, by their numbers.
type domain []int

func (s *Store) makeDomains() {
	if !s.cluster {
		s.domains = make([]domain, 1)
	}
	for k := range s.shards {
		if s.cluster {
			s.domains = append(s.domains, domain{k})
		} else {
			s.domains[0] = append(s.domains[0], k)
		}
	}
}

// each does something with every shard of a domain, all at once, and returns an error
// of one of them.
func (d domain) each(do func(k int) error) error {
	errs := make([]error, len(d))
	var wg sync.WaitGroup
	for i, k := range d {
		wg.Go(func() { errs[i] = do(k) })
	}
	wg.Wait()
	return cmp.Or(errs...)
}

// askPresent asks like ask, but not those that are known to be away: who asks again
// and again does not wait for them each time.
func (s *Store) askPresent(ctx context.Context, question func(ctx context.Context, i int) error) error {
	return s.ask(ctx, func(ctx context.Context, i int) error {
		if s.absent.is(i) {
			return errAbsent
		}
		err := question(ctx, i)
		if storage.IsAway(err) {
			s.missed(i)
		}
		return err
	})
}

// ask puts a question to every domain, to all at once, and waits for each as long as
// shardTimeout says. The error may be a *room.Partly.
func (s *Store) ask(ctx context.Context, question func(ctx context.Context, i int) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(s.domains) == 1 {
		return question(ctx, 0)
	}
	limit := shardTimeout
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end)/2)
	}
	asking, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	errs := make([]error, len(s.domains))
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = question(asking, i) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	return partly(errs)
}

// partly makes one error of what each shard has answered.
func partly(errs []error) error {
	var p storage.PartialError
	for i, err := range errs {
		switch {
		case err == nil:
			continue
		case errors.Is(err, context.DeadlineExceeded): // not the caller's
			err = fmt.Errorf("redislog: a shard did not answer in time: %w", storage.ErrUnavailable)
		case !storage.IsAway(err):
			return err
		}
		p.Away = append(p.Away, i)
		if p.Err == nil || errors.Is(p.Err, errAbsent) {
			p.Err = err
		}
	}
	switch len(p.Away) {
	case 0:
		return nil
	case len(errs):
		return p.Err
	}
	return &p
}

// absent is which shards of a Cluster are away, as far as this process has noticed.
type absent struct {
	mu     sync.Mutex
	closed bool
	away   map[int]bool
	probed map[int]bool // by a goroutine
}

func (a *absent) is(i int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.away[i]
}

func (a *absent) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
}

// missed notes that a shard of a Cluster did not answer. The others are probed as well:
// those on the same server hang like this one, and to find that out one after the other
// takes their callers shardTimeout each.
func (s *Store) missed(i int) {
	a := &s.absent
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed || !s.cluster {
		return
	}
	a.away[i] = true
	for k := range s.shards {
		if !a.probed[k] {
			a.probed[k] = true
			s.tasks.Go(func() { s.probe(k) })
		}
	}
}

// probe asks a shard until it answers.
func (s *Store) probe(i int) {
	for {
		ctx, cancel := context.WithTimeout(s.ctx, probeTimeout)
		err := s.client.Exists(ctx, s.shards[i].due()).Err()
		cancel()
		a := &s.absent
		a.mu.Lock()
		if err == nil || s.ctx.Err() != nil {
			delete(a.away, i)
			delete(a.probed, i)
			a.mu.Unlock()
			return
		}
		a.away[i] = true
		a.mu.Unlock()
		select {
		case <-time.After(probePause):
		case <-s.ctx.Done():
		}
	}
}
