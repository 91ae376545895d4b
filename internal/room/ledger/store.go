package ledger

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store implements storage.Store on a Database.
type Store struct {
	storage.Clock
	storage.StatusReporter

	db      Database
	shards  []Driver
	options Options

	observer  observer
	lastStamp atomic.Int64 // the value that stamp returned last
	origins   *lru.Cache[room.ID, string]
	own       ownEntries
	turn      atomic.Uint64 // which shard Take asks first
	served    served
	takers    *waiters // calls of Take
	answerers *waiters // calls of TakeQuestion
}

var _ storage.Store = (*Store)(nil)

// Options are settings of a Store. The zero Options have the values that the documentation of
// package storage names.
type Options struct {
	JobLease   time.Duration // replaces storage.JobLease
	SleepAfter time.Duration // replaces room.SleepAfter
}

// maxOrigins is how many origins of rooms a Store remembers.
const maxOrigins = 10_000

// New returns the store in a database. Close closes the database.
func New(ctx context.Context, db Database, o Options) (*Store, error) {
	if o.JobLease == 0 {
		o.JobLease = storage.JobLease
	}
	if o.SleepAfter == 0 {
		o.SleepAfter = room.SleepAfter
	}
	origins, err := lru.New[room.ID, string](maxOrigins)
	if err != nil {
		return nil, err
	}
	s := &Store{Clock: db, StatusReporter: db, db: db, options: o, origins: origins}
	drivers := db.Shards()
	for _, d := range drivers {
		s.shards = append(s.shards, &shard{driver: d, observer: &s.observer, several: len(drivers) > 1})
	}
	s.takers = newWaiters(s.shards, jobNews, max(time.Millisecond, min(time.Second, o.JobLease/8)), s.returnExpiredJobs)
	s.answerers = newWaiters(s.shards[:1], questionNews, storage.TaskPollInterval, nil)
	if db.Fresh() {
		err = s.queueAgain(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close implements storage.Store.
func (s *Store) Close() error {
	s.takers.close()
	s.answerers.close()
	return s.db.Close()
}

// Database returns the database.
func (s *Store) Database() Database { return s.db }

// Shards implements storage.Shards.
func (s *Store) Shards() int { return len(s.shards) }

// Shard implements storage.Shards.
func (s *Store) Shard(id room.ID) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id))
	return int(h.Sum32() % uint32(len(s.shards)))
}

// of returns the driver of the shard that has a room.
func (s *Store) of(id room.ID) Driver {
	if len(s.shards) == 1 {
		return s.shards[0]
	}
	return s.shards[s.Shard(id)]
}

// stamp returns the time in Unix microseconds, later at each call.
func (s *Store) stamp() int64 {
	for {
		last := s.lastStamp.Load()
		if next := max(s.Now().UnixMicro(), last+1); s.lastStamp.CompareAndSwap(last, next) {
			return next
		}
	}
}

// maxTries is how often a change is made from what was read, before the caller is told that too
// many others change the same thing.
const maxTries = 100

var errTooManyWriters = fmt.Errorf("ledger: too many processes change the same thing at once: %w", storage.ErrUnavailable)

// change makes a batch from what fill reads, and commits it. If a condition does not hold, it
// begins again, unless the number of the condition is in refusals. A batch without changes is not
// committed.
func change(ctx context.Context, d Driver, refusals map[int]error, fill func(*Batch) error) error {
	for range maxTries {
		b := new(Batch)
		if err := fill(b); err != nil || len(b.Do) == 0 {
			return err
		}
		failed, err := commit(ctx, d, b)
		if err != nil || failed == 0 {
			return err
		}
		if err, refused := refusals[failed]; refused {
			return err
		}
	}
	return errTooManyWriters
}

// commit carries out one batch.
func commit(ctx context.Context, d Driver, b *Batch) (failed int, err error) {
	results, err := d.Commit(ctx, b)
	if err != nil {
		return 0, err
	}
	return results[0], nil
}

// field returns one field of a hash.
func field(ctx context.Context, d Driver, hash, name string) (string, error) {
	values, err := d.Fields(ctx, hash, name)
	if err != nil {
		return "", err
	}
	return values[0], nil
}

// each calls ask for all shards at once. If some shards are away, each fails with a
// *storage.PartialError.
func (s *Store) each(ctx context.Context, ask func(ctx context.Context, d Driver) error) error {
	errs := make([]error, len(s.shards))
	var asking sync.WaitGroup
	for i, d := range s.shards {
		asking.Go(func() { errs[i] = ask(ctx, d) })
	}
	asking.Wait()
	return together(ctx, errs)
}

// together returns the error of a call that has asked each shard: see each.
func together(ctx context.Context, errs []error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	partial := new(storage.PartialError)
	for i, err := range errs {
		switch {
		case err == nil:
		case !storage.IsAway(err):
			return err
		default:
			partial.Away, partial.Err = append(partial.Away, i), err
		}
	}
	switch len(partial.Away) {
	case 0:
		return nil
	case len(errs):
		return partial.Err
	}
	return partial
}

// gather calls ask for all shards at once, and returns all that they answer.
func gather[T any](ctx context.Context, s *Store, ask func(context.Context, Driver) ([]T, error)) (all []T, err error) {
	var mu sync.Mutex
	err = s.each(ctx, func(ctx context.Context, d Driver) error {
		found, err := ask(ctx, d)
		mu.Lock()
		defer mu.Unlock()
		all = append(all, found...)
		return err
	})
	return all, err
}

// ms returns a time in Unix milliseconds.
func ms(t time.Time) int64 { return t.UnixMilli() }

// inMS returns when d will have passed, in Unix milliseconds.
func (s *Store) inMS(d time.Duration) int64 { return ms(s.Now().Add(d)) }

func fromMS(n int64) time.Time { return time.UnixMilli(n).UTC() }
