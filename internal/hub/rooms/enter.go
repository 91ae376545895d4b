package rooms

import (
	"context"
	"errors"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// enter puts v into the room and sends v a snapshot or the entries after its cursor. The first
// socket opens the room.
func (rs *Rooms) enter(ctx context.Context, v *visitor, visit Visit) (*Room, error) {
	r, first := rs.registry.hold(rs, visit.Room)
	entered := false
	defer func() {
		if !entered { // also after a panic
			r.drop(v)
			r.release()
		}
	}()
	if first {
		r.openOnce(ctx)
	}
	select {
	case <-r.opened:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if r.err != nil {
		return nil, r.err
	}
	r.catchUp(ctx, visit.After.N)
	if r.replica.N() == 0 {
		return nil, storage.ErrNotFound
	}
	if first {
		if err := rs.executor.CreditOpened(ctx, r.replica); err != nil {
			// The next command or sweep credits the outage.
			rs.cfg.Record.Log.Warn("outage not credited", "room", visit.Room, "error", err)
		}
	}
	from, err := r.startOf(ctx, visit)
	if err != nil {
		return nil, err
	}
	if !r.admits(v) {
		return nil, errNotAdmitted
	}
	r.welcome(v, visit, from)
	r.broadcast(nil)
	r.announce()
	entered = true
	return r, nil
}

// openOnce opens the room for all sockets that wait for it.
func (r *Room) openOnce(ctx context.Context) {
	defer close(r.opened)
	r.err = errors.New("hub: opening the room panicked") // if open panics, this error stays
	r.err = r.open(ctx)
}

// open starts the watch before it reads the log, so that no entry is missed between them.
func (r *Room) open(ctx context.Context) (err error) {
	r.stopWatch, err = r.rooms.cfg.Store.Watch(ctx, r.replica.ID(), r.notice)
	if err != nil {
		return err
	}
	if err := r.replica.Refresh(ctx, r.rooms.cfg.Store); err != nil && !errors.Is(err, play.ErrRewound) {
		return err
	}
	if r.replica.N() == 0 {
		return storage.ErrNotFound
	}
	return nil
}

// catchUp reads the log if a client has seen more entries than the replica has. If that
// fails, the client is sent all entries from entry 1.
func (r *Room) catchUp(ctx context.Context, seen uint64) {
	if seen > r.replica.N() {
		r.handleReplicaErr(r.replica.Refresh(ctx, r.rooms.cfg.Store))
	}
}

// welcome adds v to the room, and sends v the welcome and then the entries after a cursor. To a
// client that accepts a snapshot, it sends a snapshot in place of entries that the replica does
// not hold, and of many entries.
func (r *Room) welcome(v *visitor, visit Visit, from Cursor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := wire.Welcome{
		Build: r.rooms.cfg.Build, Room: r.replica.ID(), Player: v.player,
		Now: r.rooms.cfg.Now().UnixMilli(), Here: r.presence.lastSent, Store: r.shard.up.Load(),
	}
	_, held := r.replica.Since(from.N, from.Digest)
	earlier := from.N <= r.replica.Before()
	known := from == visit.After && (held || earlier) // as far as the replica shows
	r.replica.View(func(s *room.State) {
		v.welcomed = s.N
		if visit.Snapshot {
			w.Snapshot = wire.NewSnapshot(s)
			if !held || s.N > from.N+room.SnapshotInterval {
				from = Cursor{s.N, s.Digest}
			}
		}
	})
	r.rooms.metrics.resumed(visit.After, known)
	if r.tooNew {
		v.socket.Close(closeTooNew, tooNewText)
	}
	v.cursor = from
	w.From, w.N = from.N, v.welcomed
	v.socket.Send(wire.EncodeWelcome(w))
	r.visitors[v] = struct{}{}
	r.advance(v, nil, new(sharedFrames)) // only v lacks entries
	r.replaceSameSeats(v)
}

// leave takes v out of the room, and closes the room after the last socket.
func (r *Room) leave(v *visitor) {
	r.mu.Lock()
	delete(r.visitors, v)
	r.presence.left(v.socket.ID())
	if v.socket.CloseCode() == wire.CloseNormal {
		r.presence.sayGoodbye(r.seatsOf(v), r.rooms.cfg.Now())
	}
	r.mu.Unlock()
	r.announce()
	r.release()
}

func (r *Room) drop(v *visitor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.visitors, v)
	r.presence.left(v.socket.ID())
}

// release ends one hold of the room. The last holder ends the store's watch.
func (r *Room) release() {
	if r.rooms.registry.release(r) && r.stopWatch != nil {
		r.stopWatch()
	}
}
