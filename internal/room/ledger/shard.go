package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// Observer is told of each call of a Driver: which method it was, when it began, whether a condition
// did not hold, and its error.
type Observer func(operation string, began time.Time, refused bool, err error)

// Operations are the methods that an Observer is told of.
var Operations = []string{"commit", "log", "lengths", "fields", "all", "members", "first", "watch"}

// Observe has the store tell an observer of the calls of its drivers from now on.
func (s *Store) Observe(o Observer) { s.observer.Store(&o) }

// observer is the present observer; nil: there is none.
type observer struct{ atomic.Pointer[Observer] }

func (o *observer) tell(operation string, began time.Time, refused bool, err error) {
	if observe := o.Load(); observe != nil {
		(*observe)(operation, began, refused, err)
	}
}

// If a shard does not answer a call within shardTimeout, and there are others, calls of this shard
// fail at once for shardPause, so that what asks all shards need not wait for it each time.
const (
	shardTimeout = 2 * time.Second
	shardPause   = 2 * time.Second
)

var errLeftOut = fmt.Errorf("ledger: a shard has not answered lately: %w", storage.ErrUnavailable)

// shard is a driver that tells the observer of each call, and does not keep others waiting.
type shard struct {
	driver   Driver
	observer *observer
	several  bool         // there are other shards
	leftOut  atomic.Int64 // until when calls fail at once, in Unix nanoseconds
}

var _ Driver = (*shard)(nil)

// call calls a method of the driver.
func call[T any](ctx context.Context, s *shard, operation string, do func(context.Context) (T, error)) (result T, err error) {
	began, limited := time.Now(), ctx
	if s.several {
		if began.UnixNano() < s.leftOut.Load() {
			return result, errLeftOut
		}
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, shardTimeout)
		defer cancel()
	}
	result, err = do(limited)
	failed, _ := any(result).([]int) // of a commit
	s.observer.tell(operation, began, err == nil && slices.ContainsFunc(failed, func(n int) bool { return n > 0 }), err)
	if s.several && storage.IsAway(err) && ctx.Err() == nil {
		s.leftOut.Store(time.Now().Add(shardPause).UnixNano())
		if errors.Is(err, context.DeadlineExceeded) {
			err = errLeftOut
		}
	}
	return result, err
}

func (s *shard) Commit(ctx context.Context, batches ...*Batch) ([]int, error) {
	return call(ctx, s, "commit", func(ctx context.Context) ([]int, error) { return s.driver.Commit(ctx, batches...) })
}

func (s *shard) Log(ctx context.Context, log string, n uint64, limit int) ([][]byte, error) {
	return call(ctx, s, "log", func(ctx context.Context) ([][]byte, error) { return s.driver.Log(ctx, log, n, limit) })
}

func (s *shard) Lengths(ctx context.Context, logs []string) ([]uint64, error) {
	return call(ctx, s, "lengths", func(ctx context.Context) ([]uint64, error) { return s.driver.Lengths(ctx, logs) })
}

func (s *shard) Fields(ctx context.Context, hash string, fields ...string) ([]string, error) {
	return call(ctx, s, "fields", func(ctx context.Context) ([]string, error) { return s.driver.Fields(ctx, hash, fields...) })
}

func (s *shard) All(ctx context.Context, hash string) (map[string]string, error) {
	return call(ctx, s, "all", func(ctx context.Context) (map[string]string, error) { return s.driver.All(ctx, hash) })
}

func (s *shard) Members(ctx context.Context, set string, r Range) ([]Member, error) {
	return call(ctx, s, "members", func(ctx context.Context) ([]Member, error) { return s.driver.Members(ctx, set, r) })
}

func (s *shard) First(ctx context.Context, tree string, skip ...string) ([]Step, error) {
	return call(ctx, s, "first", func(ctx context.Context) ([]Step, error) { return s.driver.First(ctx, tree, skip...) })
}

func (s *shard) Watch(ctx context.Context, channel string, tell func(payload string)) (stop func(), err error) {
	return call(ctx, s, "watch", func(ctx context.Context) (func(), error) { return s.driver.Watch(ctx, channel, tell) })
}
