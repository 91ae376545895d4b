package rooms

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// registry holds the open rooms. A room stays open until its last holder releases
// it.
type registry struct {
	mu   sync.Mutex
	open map[room.ID]*Room
}

// hold returns the room, which stays open until the caller releases it. If first is true
// the caller must open it.
func (g *registry) hold(rs *Rooms, id room.ID) (r *Room, first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	r = g.open[id]
	if r == nil {
		r, first = newRoom(rs, id), true
		g.open[id] = r
	}
	r.holders++
	return r, first
}

// release reports whether nobody holds the room any more.
func (g *registry) release(r *Room) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if r.holders--; r.holders > 0 {
		return false
	}
	g.drop(r)
	return true
}

// forget drops the room, so that the next socket opens it again.
func (g *registry) forget(r *Room) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.drop(r)
}

// drop removes r. If the same room was opened again since, the new one stays. The caller
// holds mu.
func (g *registry) drop(r *Room) {
	if g.open[r.replica.ID()] == r {
		delete(g.open, r.replica.ID())
	}
}

// find returns the room; nil if it is not open.
func (g *registry) find(id room.ID) *Room {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.open[id]
}

// all returns the open rooms, except for rooms that are still being read and have no sockets
// yet.
func (g *registry) all() []*Room {
	g.mu.Lock()
	defer g.mu.Unlock()
	rooms := make([]*Room, 0, len(g.open))
	for _, r := range g.open {
		select {
		case <-r.opened:
			rooms = append(rooms, r)
		default:
		}
	}
	return rooms
}

// drainTime is the time over which a hub closes many sockets, so that their clients do not all
// reach another hub at once.
const drainTime = time.Second

// Drain closes every socket with a code that tells the client to come back, through another
// hub. It takes up to 1 s.
func (rs *Rooms) Drain() {
	closeSpread(rs.registry.all(), "the hub restarts: come back")
	rs.heartbeat() // if this is the last hub, the downtime begins now
}

// closeSpread closes the sockets of rooms, so that their clients come back. It takes up to 1 s.
func closeSpread(rooms []*Room, reason string) {
	rand.Shuffle(len(rooms), func(i, j int) { rooms[i], rooms[j] = rooms[j], rooms[i] })
	for i, r := range rooms {
		if i > 0 {
			time.Sleep(drainTime / time.Duration(len(rooms)))
		}
		r.closeAll(wire.CloseServiceRestart, reason)
	}
}
