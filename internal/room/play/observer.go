package play

import (
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Observer is called after each change that an Executor has stored, for metrics. If several
// processes try to store the same entry, only the process that succeeds calls its Observer.
//
// The methods must not block, and must neither keep nor change the state.
type Observer interface {
	// Stored reports an entry that was appended, its effects and the state after it.
	Stored(id room.ID, step room.Step)

	// Touched reports effects that a sweep at now has stored without an entry.
	Touched(id room.ID, s *room.State, fx room.Effects, now time.Time)
}
