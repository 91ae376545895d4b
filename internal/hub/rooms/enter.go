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
func (rs *Rooms) enter(v *visitor) (*Room, error) {
	if !v.Room.Valid() {
		return nil, storage.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(rs.cfg.Tasks.Context(), openTimeout)
	defer cancel()
	r, first := rs.registry.hold(rs, v.Room)
	entered := false
	defer func() {
		if !entered { // also after a panic
			r.drop(v)
			r.release()
		}
	}()
	if first {
		r.open(ctx)
	}
	select {
	case <-r.opened:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if r.err != nil {
		return nil, r.err
	}
	if v.After.N > r.replica.N() { // if reading fails, the client starts again
		r.changed(r.replica.Refresh(ctx, rs.cfg.Store), nil)
	}
	if r.replica.N() == 0 {
		return nil, storage.ErrNotFound
	}
	if first {
		if err := rs.executor.Credit(ctx, r.replica); err != nil {
			// The next command or sweep credits the outage.
			rs.cfg.Record.Log.Warn("outage not credited", "room", v.Room, "error", err)
		}
	}
	state := r.replica.State()
	from, err := r.startOf(ctx, v.Visit, state)
	if err != nil {
		return nil, err
	}
	if !r.admits(v) {
		return nil, errNotAdmitted
	}
	if !r.welcome(v, from, state) {
		if err := r.joinLate(v); err != nil {
			return nil, err
		}
	}
	r.broadcast(nil)
	r.announce()
	entered = true
	return r, nil
}

// open opens the room for all sockets that wait for it. It starts the watch before it reads the log,
// so that no entry is missed between them.
func (r *Room) open(ctx context.Context) {
	defer close(r.opened)
	r.err = errors.New("hub: opening the room panicked") // if open panics, this error stays
	stop, err := r.rooms.cfg.Store.Watch(ctx, r.replica.ID(), r.notice)
	if err == nil {
		r.stopWatch = stop
		err = r.replica.Refresh(ctx, r.rooms.cfg.Store)
	}
	if errors.Is(err, play.ErrRewound) {
		err = nil // a notice came before the log was lost
	}
	if err == nil && r.replica.N() == 0 {
		err = storage.ErrNotFound
	}
	r.err = err
}

// welcome sends v the welcome to the room in a state. If the replica holds from, the cursor after
// which v is sent entries, welcome also adds v to the room. Otherwise it returns false.
func (r *Room) welcome(v *visitor, from Cursor, s *room.State) (joined bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := wire.Welcome{
		Build: r.rooms.cfg.Build, Room: r.replica.ID(), Player: v.Player, From: from.N, N: s.N,
		Now: r.rooms.cfg.Now().UnixMilli(), Here: r.presence.lastSent, Store: r.shard.up.Load(),
	}
	if v.Snapshot {
		w.Snapshot = wire.NewSnapshot(s)
	}
	v.cursor, v.welcomed = from, s.N
	r.rooms.metrics.resumed(v.After, from == v.After)
	if _, joined = r.replica.Since(from.N, from.Digest); !joined {
		v.socket.Send(wire.EncodeWelcome(w))
		return false
	}
	r.add(v, wire.EncodeWelcome(w))
	return true
}

// add adds v to the room, and sends v first frames and then the entries after v's cursor. The
// caller holds mu.
func (r *Room) add(v *visitor, first ...[]byte) {
	if r.ended != nil {
		r.ended(v.socket)
	}
	r.visitors[v] = struct{}{}
	v.socket.Send(append(first, r.encode(r.lacking(v), new(sharedFrames))...)...) // only v lacks entries
	r.replaceSameSeats(v)
}

// leave takes v out of the room, and closes the room after the last socket.
func (r *Room) leave(v *visitor) {
	r.mu.Lock()
	delete(r.visitors, v)
	r.presence.left(v.socket.ID())
	if v.socket.CloseCode() == wire.CloseNormal {
		for i, mine := range r.seatsOf(v) {
			if mine {
				r.presence.goodbyes[i] = r.rooms.cfg.Now().UnixMicro()
			}
		}
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

// errNotAdmitted says that the owner has shut spectators out.
var errNotAdmitted = errors.New("hub: the room admits no spectators")

const notAdmittedText = "the owner has shut spectators out"

// admits reports whether v may be in the room.
func (r *Room) admits(v *visitor) bool {
	s := r.replica.State()
	return s.Admits(v.Player) || v.Token != "" && s.AdmitsToken(v.Token, r.rooms.cfg.Now())
}

// closeNotAdmitted closes the sockets of spectators who were shut out, before they are sent
// anything more. The caller holds mu.
func (r *Room) closeNotAdmitted() {
	if !r.replica.State().NoSpectators {
		return
	}
	for v := range r.visitors {
		if !r.admits(v) {
			v.socket.Close(wire.CloseNotLetIn, notAdmittedText)
		}
	}
}
