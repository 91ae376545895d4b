package hub

import "github.com/quatre/quatre/internal/room"

// Status is what a hub is doing now, for its operator.
type Status struct {
	Name     string // of this process in the store
	Build    string // of the page; empty: it was not built
	StoreUp  bool   // the store answered last, in one of its shards at least
	Draining bool   // the hub is about to end
	Sockets  int    // open, in rooms
	Rooms    int    // that somebody watches through this hub
}

// Status returns what the hub is doing now. It asks nobody.
func (h *Hub) Status() Status {
	h.admission.Lock()
	draining := h.draining
	h.admission.Unlock()
	return Status{
		Name: h.cfg.Name, Build: h.page.build, StoreUp: h.storeUp(), Draining: draining,
		Sockets: len(h.sockets.all()), Rooms: h.rooms.count(),
	}
}

// SocketsIn returns how many sockets are in a room through this hub.
func (h *Hub) SocketsIn(id room.ID) int {
	h.rooms.mu.Lock()
	l := h.rooms.open[id]
	h.rooms.mu.Unlock()
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.conns)
}
