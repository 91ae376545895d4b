package storemetrics

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// The methods of room.Store, each measured. Those that are not here pass
// unmeasured.

// Append implements room.Log.
func (s *Store) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	start := time.Now()
	err := s.Store.Append(ctx, id, e, fx)
	s.calls.append.done(start, err)
	return err
}

// Restore implements room.Log.
func (s *Store) Restore(ctx context.Context, id room.ID, entries []room.Entry, fx room.Effects) error {
	start := time.Now()
	err := s.Store.Restore(ctx, id, entries, fx)
	s.calls.restore.done(start, err)
	return err
}

// Touch implements room.Log.
func (s *Store) Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) error {
	start := time.Now()
	err := s.Store.Touch(ctx, id, n, fx)
	s.calls.touch.done(start, err)
	return err
}

// Read implements room.Log.
func (s *Store) Read(ctx context.Context, id room.ID, after uint64) ([]room.Entry, error) {
	start := time.Now()
	entries, err := s.Store.Read(ctx, id, after)
	s.calls.read.done(start, err)
	return entries, err
}

// Delete implements room.Log.
func (s *Store) Delete(ctx context.Context, id room.ID, n uint64) error {
	start := time.Now()
	err := s.Store.Delete(ctx, id, n)
	s.calls.delete.done(start, err)
	return err
}

// Watch implements room.Log.
func (s *Store) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (stop func(), err error) {
	start := time.Now()
	stop, err = s.Store.Watch(ctx, id, func(n storage.Notice) {
		s.calls.told(n)
		tell(n)
	})
	s.calls.watch.done(start, err)
	return stop, err
}

// Due implements room.Log.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]room.ID, error) {
	start := time.Now()
	ids, err := s.Store.Due(ctx, now, limit)
	s.calls.due.done(start, err)
	return ids, err
}

// DueIn implements room.Log.
func (s *Store) DueIn(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error) {
	start := time.Now()
	ids, err := s.Store.DueIn(ctx, shard, now, limit)
	s.calls.due.done(start, err)
	return ids, err
}

// Rooms implements room.Log.
func (s *Store) Rooms(ctx context.Context, list room.List, limit int) ([]room.ID, error) {
	start := time.Now()
	ids, err := s.Store.Rooms(ctx, list, limit)
	s.calls.rooms.done(start, err)
	return ids, err
}

// Beat implements room.Presence.
func (s *Store) Heartbeat(ctx context.Context, holder string) (bool, error) {
	start := time.Now()
	began, err := s.Store.Heartbeat(ctx, holder)
	s.calls.beat.done(start, err)
	return began, err
}

// Announce implements room.Presence.
func (s *Store) Announce(ctx context.Context, id room.ID, holder string, here storage.RoomPresence) error {
	start := time.Now()
	err := s.Store.Announce(ctx, id, holder, here)
	s.calls.announce.done(start, err)
	return err
}

// Here implements room.Presence.
func (s *Store) Present(ctx context.Context, id room.ID) (storage.RoomPresence, error) {
	start := time.Now()
	here, err := s.Store.Present(ctx, id)
	s.calls.here.done(start, err)
	return here, err
}

// Take implements room.Queue.
func (s *Store) Take(ctx context.Context, worker string) (storage.Job, error) {
	job, err := s.Store.Take(ctx, worker)
	s.calls.take.done(time.Time{}, err)
	return job, err
}

// Keep implements room.Queue.
func (s *Store) Renew(ctx context.Context, worker string, job storage.Job) error {
	start := time.Now()
	err := s.Store.Renew(ctx, worker, job)
	s.calls.keep.done(start, err)
	return err
}

// Done implements room.Queue.
func (s *Store) Done(ctx context.Context, job storage.Job) error {
	start := time.Now()
	err := s.Store.Done(ctx, job)
	s.calls.done.done(start, err)
	return err
}

// Return implements room.Queue.
func (s *Store) Return(ctx context.Context, worker string, job storage.Job) error {
	start := time.Now()
	err := s.Store.Return(ctx, worker, job)
	s.calls.giveBack.done(start, err)
	return err
}

// Backlog implements room.Queue.
func (s *Store) Backlog(ctx context.Context) (int, error) {
	start := time.Now()
	n, err := s.Store.Backlog(ctx)
	s.calls.backlog.done(start, err)
	return n, err
}

// Pending implements room.Queue.
func (s *Store) Pending(ctx context.Context) (storage.Pending, error) {
	start := time.Now()
	p, err := s.Store.Pending(ctx)
	s.calls.pending.done(start, err)
	return p, err
}

// Game implements room.Archive.
func (s *Store) Game(ctx context.Context, id room.GameID) (room.Record, error) {
	start := time.Now()
	r, err := s.Store.Game(ctx, id)
	s.calls.game.done(start, err)
	return r, err
}

// Games implements room.Archive.
func (s *Store) Games(ctx context.Context, q storage.GamesQuery) ([]room.Record, string, error) {
	start := time.Now()
	records, next, err := s.Store.Games(ctx, q)
	s.calls.games.done(start, err)
	return records, next, err
}
