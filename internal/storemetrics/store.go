package storemetrics

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Each type of this file measures the calls of one interface of a store.
type (
	log struct {
		storage.Log
		calls *calls
	}
	restorer struct {
		storage.Restorer
		calls *calls
	}
	watcher struct {
		storage.Watcher
		calls *calls
	}
	deadlines struct {
		storage.Deadlines
		calls *calls
	}
	lists struct {
		storage.Lists
		calls *calls
	}
	presence struct {
		storage.Presence
		calls *calls
	}
	queue struct {
		storage.Queue
		calls *calls
	}
	backlog struct {
		store storage.Backlog
		calls *calls
	}
	archive struct {
		storage.Archive
		calls *calls
	}
	answers struct {
		storage.Answers
		calls *calls
	}
	questions struct {
		store storage.Questions
		calls *calls
	}
)

// Append implements storage.Log.
func (m log) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	start := time.Now()
	err := m.Log.Append(ctx, id, e, fx)
	m.calls.append.observe(start, err)
	return err
}

// Restore implements storage.Restorer.
func (m restorer) Restore(ctx context.Context, id room.ID, entries []room.Entry, fx room.Effects) error {
	start := time.Now()
	err := m.Restorer.Restore(ctx, id, entries, fx)
	m.calls.restore.observe(start, err)
	return err
}

// Touch implements storage.Log.
func (m log) Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) error {
	start := time.Now()
	err := m.Log.Touch(ctx, id, n, fx)
	m.calls.touch.observe(start, err)
	return err
}

// Read implements storage.Log.
func (m log) Read(ctx context.Context, id room.ID, after uint64) ([]room.Entry, error) {
	start := time.Now()
	entries, err := m.Log.Read(ctx, id, after)
	m.calls.read.observe(start, err)
	return entries, err
}

// ReadSome implements storage.Log.
func (m log) ReadSome(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	start := time.Now()
	entries, err := m.Log.ReadSome(ctx, id, after, limit)
	m.calls.read.observe(start, err)
	return entries, err
}

// Tail implements storage.Log.
func (m log) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	start := time.Now()
	snapshot, entries, err := m.Log.Tail(ctx, id)
	m.calls.tail.observe(start, err)
	return snapshot, entries, err
}

// KeepSnapshot implements storage.Log.
func (m log) KeepSnapshot(ctx context.Context, id room.ID, n uint64, snapshot []byte) error {
	start := time.Now()
	err := m.Log.KeepSnapshot(ctx, id, n, snapshot)
	m.calls.keepSnapshot.observe(start, err)
	return err
}

// Delete implements storage.Log.
func (m log) Delete(ctx context.Context, id room.ID, n uint64) error {
	start := time.Now()
	err := m.Log.Delete(ctx, id, n)
	m.calls.delete.observe(start, err)
	return err
}

// Watch implements storage.Watcher.
func (m watcher) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (stop func(), err error) {
	start := time.Now()
	stop, err = m.Watcher.Watch(ctx, id, func(n storage.Notice) {
		m.calls.countNotice(n)
		tell(n)
	})
	m.calls.watch.observe(start, err)
	return stop, err
}

// Due implements storage.Deadlines.
func (m deadlines) Due(ctx context.Context, now time.Time, limit int) ([]room.ID, error) {
	start := time.Now()
	ids, err := m.Deadlines.Due(ctx, now, limit)
	m.calls.due.observe(start, err)
	return ids, err
}

// DueIn implements storage.Deadlines.
func (m deadlines) DueIn(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error) {
	start := time.Now()
	ids, err := m.Deadlines.DueIn(ctx, shard, now, limit)
	m.calls.due.observe(start, err)
	return ids, err
}

// ClaimDue implements storage.Deadlines.
func (m deadlines) ClaimDue(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error) {
	start := time.Now()
	ids, err := m.Deadlines.ClaimDue(ctx, shard, now, limit)
	m.calls.due.observe(start, err)
	return ids, err
}

// Rooms implements storage.Lists.
func (m lists) Rooms(ctx context.Context, list room.List, limit int) ([]room.ID, error) {
	start := time.Now()
	ids, err := m.Lists.Rooms(ctx, list, limit)
	m.calls.rooms.observe(start, err)
	return ids, err
}

// Heartbeat implements storage.Presence.
func (m presence) Heartbeat(ctx context.Context, holder string) (bool, error) {
	start := time.Now()
	began, err := m.Presence.Heartbeat(ctx, holder)
	m.calls.heartbeat.observe(start, err)
	return began, err
}

// Announce implements storage.Presence.
func (m presence) Announce(ctx context.Context, id room.ID, holder string, here storage.RoomPresence) error {
	start := time.Now()
	err := m.Presence.Announce(ctx, id, holder, here)
	m.calls.announce.observe(start, err)
	return err
}

// Present implements storage.Presence.
func (m presence) Present(ctx context.Context, id room.ID) (storage.RoomPresence, error) {
	start := time.Now()
	here, err := m.Presence.Present(ctx, id)
	m.calls.present.observe(start, err)
	return here, err
}

// Take implements storage.Queue.
func (m queue) Take(ctx context.Context, worker string, want storage.Want) (storage.Job, error) {
	job, err := m.Queue.Take(ctx, worker, want)
	m.calls.take.observe(time.Time{}, err)
	return job, err
}

// Reply implements storage.Queue. It counts as an append.
func (m queue) Reply(ctx context.Context, e room.Entry, fx room.Effects, a storage.Answered) (storage.Job, error) {
	start := time.Now()
	next, err := m.Queue.Reply(ctx, e, fx, a)
	m.calls.append.observe(start, err)
	return next, err
}

// Renew implements storage.Queue.
func (m queue) Renew(ctx context.Context, worker string, job storage.Job) error {
	start := time.Now()
	err := m.Queue.Renew(ctx, worker, job)
	m.calls.renew.observe(start, err)
	return err
}

// Done implements storage.Queue.
func (m queue) Done(ctx context.Context, job storage.Job) error {
	start := time.Now()
	err := m.Queue.Done(ctx, job)
	m.calls.done.observe(start, err)
	return err
}

// Return implements storage.Queue.
func (m queue) Return(ctx context.Context, worker string, job storage.Job) error {
	start := time.Now()
	err := m.Queue.Return(ctx, worker, job)
	m.calls.returnJob.observe(start, err)
	return err
}

// Leave implements storage.Queue.
func (m queue) Leave(ctx context.Context, worker string, job storage.Job) error {
	start := time.Now()
	err := m.Queue.Leave(ctx, worker, job)
	m.calls.returnJob.observe(start, err)
	return err
}

// Backlog implements storage.Backlog.
func (m backlog) Backlog(ctx context.Context) (int, error) {
	start := time.Now()
	n, err := m.store.Backlog(ctx)
	m.calls.backlog.observe(start, err)
	return n, err
}

// Pending implements storage.Backlog.
func (m backlog) Pending(ctx context.Context) (storage.Pending, error) {
	start := time.Now()
	p, err := m.store.Pending(ctx)
	m.calls.pending.observe(start, err)
	return p, err
}

// Game implements storage.Archive.
func (m archive) Game(ctx context.Context, id room.GameID) (room.Record, error) {
	start := time.Now()
	r, err := m.Archive.Game(ctx, id)
	m.calls.game.observe(start, err)
	return r, err
}

// Games implements storage.Archive.
func (m archive) Games(ctx context.Context, q storage.GamesQuery) ([]room.Record, string, error) {
	start := time.Now()
	records, next, err := m.Archive.Games(ctx, q)
	m.calls.games.observe(start, err)
	return records, next, err
}
