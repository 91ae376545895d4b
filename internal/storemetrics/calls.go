package storemetrics

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// results are the values of the label result.
var results = []string{"ok", "unavailable", "timeout", "conflict", "not_found", "crowded", "cancelled", "damaged", "other"}

func resultOf(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, storage.ErrDamaged), errors.Is(err, room.ErrDamaged):
		return "damaged"
	case errors.Is(err, storage.ErrConflict):
		return "conflict"
	case errors.Is(err, storage.ErrNotFound):
		return "not_found"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, storage.ErrUnavailable):
		return "unavailable"
	case errors.Is(err, storage.ErrQueueFull), errors.Is(err, storage.ErrShareFull):
		return "crowded"
	default:
		return "other"
	}
}

// operations are the calls that are measured: those of which a person, a turn or a sweep waits for
// the result. Take and TakeQuestion wait for work, so their duration says nothing.
var operations = []string{
	"append", "read", "tail", "touch", "due", "heartbeat", "announce", "done", "pending", "games", "ask", "publish",
}

func newSeconds(reg prometheus.Registerer) *prometheus.HistogramVec {
	seconds := Register(reg, prometheus.NewHistogramVec(Native("quatre_store_operation_seconds",
		"Time of a call of the store, by operation and result.", Latencies), []string{"operation", "result"}))
	for _, o := range operations {
		for _, r := range results {
			seconds.WithLabelValues(o, r)
		}
	}
	return seconds
}

// ended observes a call of an operation that began at start and returned *err.
func (s *Store) ended(operation string, start time.Time, err *error) {
	s.seconds.WithLabelValues(operation, resultOf(*err)).Observe(time.Since(start).Seconds())
}

// Append implements storage.Log.
func (s *Store) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) (err error) {
	defer s.ended("append", time.Now(), &err)
	return s.Store.Append(ctx, id, e, fx)
}

// Reply implements storage.Queue. It is an append too.
func (s *Store) Reply(ctx context.Context, e room.Entry, fx room.Effects, worker string, job storage.Job) (err error) {
	defer s.ended("append", time.Now(), &err)
	return s.Store.Reply(ctx, e, fx, worker, job)
}

// Read implements storage.Log.
func (s *Store) Read(ctx context.Context, id room.ID, after uint64) (entries []room.Entry, err error) {
	defer s.ended("read", time.Now(), &err)
	return s.Store.Read(ctx, id, after)
}

// ReadSome implements storage.Log.
func (s *Store) ReadSome(ctx context.Context, id room.ID, after uint64, limit int) (entries []room.Entry, err error) {
	defer s.ended("read", time.Now(), &err)
	return s.Store.ReadSome(ctx, id, after, limit)
}

// Tail implements storage.Log.
func (s *Store) Tail(ctx context.Context, id room.ID) (snapshot []byte, entries []room.Entry, err error) {
	defer s.ended("tail", time.Now(), &err)
	return s.Store.Tail(ctx, id)
}

// Touch implements storage.Log.
func (s *Store) Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) (err error) {
	defer s.ended("touch", time.Now(), &err)
	return s.Store.Touch(ctx, id, n, fx)
}

// ClaimDue implements storage.Deadlines.
func (s *Store) ClaimDue(ctx context.Context, shard int, now time.Time, limit int) (ids []room.ID, err error) {
	defer s.ended("due", time.Now(), &err)
	return s.Store.ClaimDue(ctx, shard, now, limit)
}

// Heartbeat implements storage.Presence.
func (s *Store) Heartbeat(ctx context.Context, holder string) (began bool, err error) {
	defer s.ended("heartbeat", time.Now(), &err)
	return s.Store.Heartbeat(ctx, holder)
}

// Announce implements storage.Presence.
func (s *Store) Announce(ctx context.Context, id room.ID, holder string, here storage.RoomPresence) (err error) {
	defer s.ended("announce", time.Now(), &err)
	return s.Store.Announce(ctx, id, holder, here)
}

// Done implements storage.Queue.
func (s *Store) Done(ctx context.Context, job storage.Job) (err error) {
	defer s.ended("done", time.Now(), &err)
	return s.Store.Done(ctx, job)
}

// Pending implements storage.Backlog.
func (s *Store) Pending(ctx context.Context) (p storage.Pending, err error) {
	defer s.ended("pending", time.Now(), &err)
	return s.Store.Pending(ctx)
}

// Games implements storage.Archive.
func (s *Store) Games(ctx context.Context, q storage.GamesQuery) (games []room.Record, next string, err error) {
	defer s.ended("games", time.Now(), &err)
	return s.Store.Games(ctx, q)
}

// Ask implements storage.Answers.
func (s *Store) Ask(ctx context.Context, q analysis.Question, by storage.Asker) (asked storage.Asked, err error) {
	defer s.ended("ask", time.Now(), &err)
	return s.Store.Ask(ctx, q, by)
}

// Publish implements storage.Questions.
func (s *Store) Publish(ctx context.Context, worker string, key analysis.QuestionKey, a analysis.Answer) (err error) {
	defer s.ended("publish", time.Now(), &err)
	return s.Store.Publish(ctx, worker, key, a)
}
