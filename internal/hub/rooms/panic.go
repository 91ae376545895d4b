package rooms

import "github.com/quatre/quatre/internal/hub/wire"

// A panic is a mistake in this program. In what serves one socket it ends that socket, in
// what serves one room it ends the sockets of that room. So code that can panic while it
// holds a lock unlocks by defer.
//
// A panic in a loop that serves all rooms ends the process: nobody would see that its
// work is left undone.

// surviveServing is deferred by what serves a socket outside of Socket.Serve.
func (rs *Rooms) surviveServing(s Socket) {
	if p := recover(); p != nil {
		rs.cfg.Record.Panicked(p)
		s.Close(wire.CloseInternal, wire.PanicReason)
	}
}

// survive is deferred by what serves the whole room. The next socket opens the room again.
func (r *Room) survive() {
	if p := recover(); p != nil {
		r.rooms.cfg.Record.Panicked(p)
		r.rooms.registry.forget(r)
		r.closeAll(wire.CloseInternal, wire.PanicReason)
	}
}
