package rooms

import (
	"errors"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// openTimeout is how long a room may take to be read.
const openTimeout = 5 * time.Second

// Serve puts a socket into a room and serves it until it ends. It closes a socket that
// cannot be let in.
func (rs *Rooms) Serve(s Socket, visit Visit) {
	defer func() { // a panic outside of Socket.Serve
		if p := recover(); p != nil {
			rs.closePanicked(s, p)
		}
	}()
	v := &visitor{Visit: visit, socket: s, since: rs.cfg.Now()}
	r, err := rs.enter(v)
	rs.metrics.joined(visit.After, err)
	if err != nil {
		rs.refuse(v, err)
		return
	}
	v.inbox = newInbox(rs.commands.Run, func(req wire.Request) { r.carryOut(v, req) })
	r.logDebug(v, "socket opened", "n", r.replica.N())
	s.Serve(func(frame []byte) { r.handle(v, frame) })
	v.inbox.wait() // the commands that the client sent before it left are carried out
	r.leave(v)
	code := s.CloseCode()
	r.logDebug(v, "socket closed", "code", int(code), "lost", code == wire.CloseAbnormal)
}

// refuse closes a socket that could not join.
func (rs *Rooms) refuse(v *visitor, err error) {
	switch {
	case errors.Is(err, storage.ErrNotFound):
		v.socket.Close(wire.CloseNoRoom, "there is no such room")
	case errors.Is(err, errNotAdmitted):
		rs.cfg.Record.Refused(wire.FailNoSpectators.Code)
		v.socket.Close(wire.CloseNotLetIn, notAdmittedText)
	case errors.Is(err, room.ErrTooNew):
		rs.cfg.Record.Log.Warn(tooNewText, "room", v.Room, "error", err)
		v.socket.Close(closeTooNew, tooNewText)
	case errors.Is(err, errTooMuchHistory):
		v.socket.Close(wire.CloseTryAgainLater, "too many entries were read for this address: come back later, or with snapshot=1")
	case errors.Is(err, play.ErrRewound):
		v.socket.Close(wire.CloseServiceRestart, "the room was rewound")
	default:
		if rs.shardOf(v.Room).up.Load() || !storage.IsAway(err) { // otherwise setShardUp has logged the error
			rs.cfg.Record.Log.Warn("room not opened", append(v.attrs(), "error", err)...)
		}
		v.socket.Close(wire.CloseTryAgainLater, "the room cannot be opened now")
	}
}

// A panic in the code that serves one socket ends that socket. A panic in the code that serves
// one room ends the sockets of that room. The process goes on, so code that can panic while it
// holds a lock must unlock by defer.
//
// A panic in a loop that serves all rooms ends the process. Without that loop, the hub would
// look healthy and not do its work.

// closePanicked closes a socket after a panic in the code that serves it, and logs the stack.
// The function that recovers must call it.
func (rs *Rooms) closePanicked(s Socket, p any) {
	rs.cfg.Record.Panicked(p)
	s.Close(wire.CloseInternal, wire.PanicReason)
}

// survive recovers from a panic, and closes all sockets of the room. Functions that serve the
// room as a whole defer it. The next socket opens the room again.
func (r *Room) survive() {
	if p := recover(); p != nil {
		r.rooms.cfg.Record.Panicked(p)
		r.end(wire.CloseInternal, wire.PanicReason)
	}
}

// The log names players by their public IDs. Secrets, tokens of seats and the content of
// commands are never in it.

// attrs returns the attributes of log lines about a socket in a room.
func (v *visitor) attrs() []any {
	return []any{"room", v.Room, "player", v.Player, "request", v.Request}
}

// logDebug logs something about a socket in the room.
func (r *Room) logDebug(v *visitor, what string, attrs ...any) {
	if rec := r.rooms.cfg.Record; rec.Debugging() {
		rec.Log.Debug(what, append(v.attrs(), attrs...)...)
	}
}
