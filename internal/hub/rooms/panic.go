package rooms

import "github.com/quatre/quatre/internal/hub/wire"

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
