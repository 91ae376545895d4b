package filelog

import (
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// watchedRooms holds when rooms were watched. Rooms of AI against AI sleep while nobody
// watches. It has a lock of its own, because the writing goroutine asks it while the lock
// of presence may be held.
type watchedRooms struct {
	mu     sync.Mutex
	last   map[room.ID]time.Time // when somebody left, or the room was created; zero: somebody is there
	pruned time.Time             // when old rooms were left out
}

// pruneInterval is how often the rooms that nobody has watched for that long are left out.
const pruneInterval = time.Hour

// note notes whether somebody is in a room.
func (w *watchedRooms) note(id room.ID, somebody bool, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.prune(now)
	if somebody {
		w.last[id] = time.Time{}
	} else if at, known := w.last[id]; known && at.IsZero() {
		w.last[id] = now
	}
}

// created notes that a room was created now, which counts as watched.
func (w *watchedRooms) created(id room.ID, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.prune(now)
	w.last[id] = now
}

// awake reports whether a room is watched, or was within sleepAfter.
func (w *watchedRooms) awake(id room.ID, now time.Time, sleepAfter time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	at, known := w.last[id]
	return known && (at.IsZero() || now.Sub(at) < sleepAfter)
}

func (w *watchedRooms) forget(id room.ID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.last, id)
}

func (w *watchedRooms) prune(now time.Time) {
	if now.Sub(w.pruned) < pruneInterval {
		return
	}
	w.pruned = now
	for id, at := range w.last {
		if !at.IsZero() && now.Sub(at) >= pruneInterval {
			delete(w.last, id)
		}
	}
}
