package ledger

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
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
	own       [4096]atomic.Pointer[room.Entry] // by a hash of the room: see ownEntry
	turn      atomic.Uint64                    // which shard Take asks first
	served    *lru.Cache[string, struct{}]     // the origins that Take has served lately
	takers    *waiters                         // calls of Take
	answerers *waiters                         // calls of TakeQuestion
	endWaits  context.CancelFunc               // ends the calls of takers and answerers
}

var _ storage.Store = (*Store)(nil)

// Options are settings of a Store. The zero Options have the values that the documentation of
// package storage names.
type Options struct {
	JobLease   time.Duration // replaces storage.JobLease
	SleepAfter time.Duration // replaces room.SleepAfter
}

// How many origins of rooms a Store remembers, and how many origins that it has served.
const (
	maxOrigins = 10_000
	maxServed  = 16
)

// New returns the store in a database. Close closes the database; so does New if it fails.
func New(ctx context.Context, db Database, o Options) (*Store, error) {
	o.JobLease, o.SleepAfter = cmp.Or(o.JobLease, storage.JobLease), cmp.Or(o.SleepAfter, room.SleepAfter)
	origins, _ := lru.New[room.ID, string](maxOrigins) // only a size below 1 is an error
	served, _ := lru.New[string, struct{}](maxServed)
	s := &Store{Clock: db, StatusReporter: db, db: db, options: o, origins: origins, served: served}
	drivers := db.Shards()
	for _, d := range drivers {
		s.shards = append(s.shards, &shard{driver: d, observer: &s.observer, several: len(drivers) > 1})
	}
	waits, end := context.WithCancel(context.Background())
	s.endWaits = end
	s.takers = newWaiters(waits, s.shards, jobNews, max(time.Millisecond, min(time.Second, o.JobLease/8)), s.returnExpiredJobs)
	s.answerers = newWaiters(waits, s.shards[:1], questionNews, storage.TaskPollInterval, func(context.Context) {})
	if !db.Fresh() {
		return s, nil
	}
	if err := s.queueAgain(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close implements storage.Store.
func (s *Store) Close() error {
	s.endWaits()
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
func (s *Store) of(id room.ID) Driver { return s.shards[s.Shard(id)] }

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

// read reads a field of a hash, and makes it a condition that the field keeps its value.
func (b *Batch) read(ctx context.Context, d Driver, hash, name string) (string, error) {
	value, err := field(ctx, d, hash, name)
	b.ifField(hash, name, value)
	return value, err
}

// each calls ask for all shards at once. If some shards are away, each fails with
// storage.ErrPartial.
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
	var away error
	n := 0
	for _, err := range errs {
		switch {
		case err == nil:
		case !storage.IsAway(err):
			return err
		default:
			away, n = err, n+1
		}
	}
	if n == 0 || n == len(errs) {
		return away
	}
	return fmt.Errorf("%w: %d of %d: %w", storage.ErrPartial, n, len(errs), away)
}

// first returns the rooms that come first in a set, of all shards.
func (s *Store) first(ctx context.Context, set string, r Range) (ids []room.ID, err error) {
	var mu sync.Mutex
	var all []Member
	err = s.each(ctx, func(ctx context.Context, d Driver) error {
		found, err := d.Members(ctx, set, r)
		mu.Lock()
		defer mu.Unlock()
		all = append(all, found...)
		return err
	})
	slices.SortFunc(all, Member.Compare)
	if r.Reverse {
		slices.Reverse(all)
	}
	for _, m := range all[:min(len(all), max(0, r.Limit))] {
		ids = append(ids, room.ID(m.Name))
	}
	return ids, err
}

// decode decodes a value that is stored as JSON. An empty one is the zero value.
func decode[T any](what, data string) (v T, err error) {
	if data == "" {
		return v, nil
	}
	if err := json.Unmarshal([]byte(data), &v); err != nil {
		return v, fmt.Errorf("ledger: %s: %w: %w", what, storage.ErrDamaged, err)
	}
	return v, nil
}

// asJSON encodes a value of this package, a presence, an answer or a record, which can always be
// encoded.
func asJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// number reads a number that is stored as text; 0: it is no number.
func number(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// ms returns a time in Unix milliseconds.
func ms(t time.Time) int64 { return t.UnixMilli() }

// inMS returns when d will have passed, in Unix milliseconds.
func (s *Store) inMS(d time.Duration) int64 { return ms(s.Now().Add(d)) }

func fromMS(n int64) time.Time { return time.UnixMilli(n).UTC() }
