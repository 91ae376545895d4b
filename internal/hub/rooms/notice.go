package rooms

import (
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// notice takes what the store's watch tells. It neither blocks nor asks the store.
func (r *Room) notice(n storage.Notice) {
	defer r.survive()
	switch {
	case n.Entry != nil:
		r.noticeEntry(*n.Entry)
	case n.Presence != nil:
		r.setPresence(*n.Presence)
	case n.Gone:
		r.rooms.registry.forget(r)
		r.closeAll(wire.CloseNoRoom, "the room is gone")
	case n.Lost:
		r.rooms.metrics.lost.Inc()
		r.presenceStale()
		r.repair()
	}
}

// noticeEntry adds an entry that was stored, and broadcasts it. An entry that the replica
// holds changes nothing: the code that has added it to the replica broadcasts it.
func (r *Room) noticeEntry(e room.Entry) {
	if _, held := r.replica.Since(e.N, e.Digest); held {
		return
	}
	if !r.replica.Apply(e) {
		r.rooms.metrics.gaps.Inc()
		r.repair()
		return
	}
	r.broadcast()
}
