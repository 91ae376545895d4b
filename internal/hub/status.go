package hub

import (
	"context"

	"github.com/quatre/quatre/internal/room"
)

// Status is what a hub is doing now, for its operator.
type Status struct {
	Name     string // the name of this process in the store
	Build    string // the build of the page; empty: the page was not built
	StoreUp  bool   // at least one shard of the store answered its last sweep
	Draining bool   // the hub is about to end
	Sockets  int    // open sockets in rooms
	Rooms    int    // rooms with at least one socket on this hub
}

// Status returns what the hub is doing now. It does not ask the store.
func (h *Hub) Status() Status {
	return Status{
		Name: h.cfg.Name, Build: h.build, StoreUp: h.rooms.StoreUp(), Draining: h.tasks.Draining(),
		Sockets: h.sockets.Len(), Rooms: h.rooms.Count(),
	}
}

// SocketsIn returns how many sockets are in a room through this hub.
func (h *Hub) SocketsIn(id room.ID) int { return h.rooms.SocketsIn(id) }

// Ready returns nil if the hub accepts players; see web.Server.CheckReady.
func (h *Hub) Ready(ctx context.Context) error { return h.web.CheckReady(ctx) }
