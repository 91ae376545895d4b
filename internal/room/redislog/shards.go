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

// The shards of package storage are those that fail independently: on a Cluster each
// shard of this package, on one server all of them together.

const (
	// shardTimeout is how long a call that asks all shards waits for their answers. If its
	// context ends soon, the call waits for half of the time that is left.
	shardTimeout = replyTimeout

	// When a shard has not answered, only a probe asks the shard until it answers again. The
	// probe waits for probeTimeout, and asks again after probePause.
	probeTimeout = time.Second
	probePause   = 200 * time.Millisecond
)

// errKnownAway is the error of a shard that was not asked because it was away a moment ago.
var errKnownAway = fmt.Errorf("redislog: a shard was away a moment ago: %w", storage.ErrUnavailable)

// Shards implements storage.Shards.
func (s *Store) Shards() int { return len(s.domains) }

// Shard implements storage.Shards.
func (s *Store) Shard(id room.ID) int {
	if len(s.domains) == 1 {
		return 0
	}
	return s.indexOf(id)
}

// failureDomain holds the numbers of the shards on one server, which fail together. It is
// what package storage calls a shard.
type failureDomain []int

func (s *Store) makeDomains() {
	if !s.cluster {
		s.domains = make([]failureDomain, 1)
	}
	for k := range s.shards {
		if s.cluster {
			s.domains = append(s.domains, failureDomain{k})
		} else {
			s.domains[0] = append(s.domains[0], k)
		}
	}
}

// each calls do for every shard of a failure domain, all at once. It returns one of the
// errors, if there are any.
func (d failureDomain) each(do func(k int) error) error {
	errs := make([]error, len(d))
	var wg sync.WaitGroup
	for i, k := range d {
		wg.Go(func() { errs[i] = do(k) })
	}
	wg.Wait()
	return cmp.Or(errs...)
}

// askReachable is like ask, but leaves out the shards that are known to be away. So calls in
// a loop do not wait for these shards each time.
func (s *Store) askReachable(ctx context.Context, call func(ctx context.Context, i int) error) error {
	return s.ask(ctx, func(ctx context.Context, i int) error {
		if s.awayShards.has(i) {
			return errKnownAway
		}
		err := call(ctx, i)
		if storage.IsAway(err) {
			s.markAway(i)
		}
		return err
	})
}

// ask makes a call for every failure domain, all at once, and waits for up to
// shardTimeout. The error may be a *storage.PartialError.
func (s *Store) ask(ctx context.Context, call func(ctx context.Context, i int) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(s.domains) == 1 {
		return call(ctx, 0)
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
		wg.Go(func() { errs[i] = call(asking, i) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	return partialError(errs)
}

// partialError makes one error from the errors of all shards.
func partialError(errs []error) error {
	var p storage.PartialError
	for i, err := range errs {
		switch {
		case err == nil:
			continue
		case errors.Is(err, context.DeadlineExceeded): // ask set this deadline, not its caller
			err = fmt.Errorf("redislog: a shard did not answer in time: %w", storage.ErrUnavailable)
		case !storage.IsAway(err):
			return err
		}
		p.Away = append(p.Away, i)
		if p.Err == nil || errors.Is(p.Err, errKnownAway) {
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

// awayShards are the shards of a Cluster that this process believes to be away.
type awayShards struct {
	mu     sync.Mutex
	closed bool
	away   map[int]bool
	probed map[int]bool // shards that have a running probe
}

func (a *awayShards) has(i int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.away[i]
}

func (a *awayShards) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
}

// markAway notes that a shard of a Cluster did not answer. It starts probes of all shards:
// others on the same server may hang as well, and without a probe a caller would wait for
// shardTimeout to notice that.
func (s *Store) markAway(i int) {
	a := &s.awayShards
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

// probe asks a shard until the shard answers.
func (s *Store) probe(i int) {
	for {
		ctx, cancel := context.WithTimeout(s.ctx, probeTimeout)
		err := s.client.Exists(ctx, s.shards[i].due()).Err()
		cancel()
		a := &s.awayShards
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
