package rooms

import (
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// notice handles a notice of the store's watch. It neither blocks nor asks the store.
func (r *Room) notice(n storage.Notice) {
	defer r.survive()
	switch {
	case n.Entry != nil:
		r.noticeEntry(*n.Entry)
	case n.Presence != nil:
		r.setPresence(*n.Presence, false)
	case n.Gone:
		r.end(wire.CloseNoRoom, "the room is gone")
	case n.Lost:
		r.presenceStale()
		r.repair()
	}
}

// noticeEntry adds an entry to the replica, and broadcasts it. It ignores an entry that the
// replica already has: the code that added it broadcasts it.
func (r *Room) noticeEntry(e room.Entry) {
	if _, known := r.replica.Since(e.N, e.Digest); known {
		return
	}
	if !r.replica.Apply(e) {
		r.repair()
		return
	}
	r.broadcast(nil)
}
