package play

import (
	"github.com/quatre/quatre/internal/room"
	"time"
)

// Observer is told what an Executor has stored, for metrics. If several processes
// try to store the same entry, only the one that stored it tells its Observer.
//
// Its methods must not block, and must neither keep nor change the state.
type Observer interface {
	// Stored reports an appended entry, its effects and the state after it.
	Stored(id room.ID, s *room.State, e room.Entry, fx room.Effects)

	// Touched reports the effects that a sweep at now has stored without an entry.
	Touched(id room.ID, s *room.State, fx room.Effects, now time.Time)
}

// stored tells the observer of a step that was stored.
func (d Executor) stored(id room.ID, p room.Step) {
	if d.Observer != nil {
		d.Observer.Stored(id, p.State, p.Entry, p.Effects)
	}
}

// touched tells the observer of effects that were stored without an entry.
func (d Executor) touched(id room.ID, s *room.State, fx room.Effects, now time.Time) {
	if d.Observer != nil {
		d.Observer.Touched(id, s, fx, now)
	}
}
