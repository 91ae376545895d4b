package hub

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// registry holds the rooms that this hub has open, each as long as somebody
// holds it.
type registry struct {
	mu   sync.Mutex
	open map[room.ID]*live
}

// hold returns the room, and whether the caller is the one who must open it. It
// must be released.
func (r *registry) hold(h *Hub, id room.ID) (l *live, first bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l = r.open[id]
	if l == nil {
		l, first = &live{hub: h, shard: h.shardOf(id), replica: play.NewReplica(id), opened: make(chan struct{}), conns: map[*conn]bool{}}, true
		r.open[id] = l
	}
	l.holders++
	return l, first
}

// release reports whether nobody holds the room any more.
func (r *registry) release(l *live) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l.holders--; l.holders > 0 {
		return false
	}
	r.drop(l)
	return true
}

// forget has the next socket of this room open it anew.
func (r *registry) forget(l *live) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop(l)
}

// superseded reports whether the room was opened anew beside l.
func (r *registry) superseded(l *live) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	current := r.open[l.replica.ID()]
	return current != nil && current != l
}

func (r *registry) drop(l *live) {
	if r.open[l.replica.ID()] == l {
		delete(r.open, l.replica.ID())
	}
}

// all returns the rooms that are open.
func (r *registry) all() []*live {
	r.mu.Lock()
	defer r.mu.Unlock()
	rooms := make([]*live, 0, len(r.open))
	for _, l := range r.open {
		select {
		case <-l.opened:
			rooms = append(rooms, l)
		default: // nobody has been let in yet
		}
	}
	return rooms
}

func (r *registry) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open)
}

// drainTime is over how long a hub that ends sends its sockets away, so that
// they do not reach another one all at once.
const drainTime = time.Second

// drain tells every socket to come back, to another hub.
func (r *registry) drain() {
	rooms := r.all()
	rand.Shuffle(len(rooms), func(i, j int) { rooms[i], rooms[j] = rooms[j], rooms[i] })
	for i, l := range rooms {
		if i > 0 {
			time.Sleep(drainTime / time.Duration(len(rooms)))
		}
		l.end(websocket.StatusServiceRestart, "the hub restarts: come back")
	}
}
