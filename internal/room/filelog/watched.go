package filelog

import (
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// watchedRooms says when each room was last watched, because rooms of AI against AI sleep
// while nobody watches. It has its own lock, because the writing goroutine calls awake while
// another goroutine may hold the lock of presence.
type watchedRooms struct {
	mu     sync.Mutex
	last   map[room.ID]time.Time // when everybody had left, or the room was created; zero: somebody is present
	pruned time.Time             // when prune last removed rooms
}

// pruneInterval is how often prune removes rooms from last, and how long nobody must have
// watched a room before prune removes it.
const pruneInterval = time.Hour

// note records whether somebody is present in a room.
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

// created records that a room was created now. The room counts as watched now.
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
