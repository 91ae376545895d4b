package limits

import (
	"testing"

	"github.com/quatre/quatre/internal/room"
)

func TestBadLimits(t *testing.T) {
	for _, tune := range []func(*Limits){
		func(l *Limits) { l.Frame = 0 },
		func(l *Limits) { l.OutboxBytes = MinOutboxBytes - 1 },
		func(l *Limits) { l.Sockets = -1 },
		func(l *Limits) { l.Malformed = 0 },
		func(l *Limits) { l.WriteTime = 0 },
		func(l *Limits) { l.Entries = 0 },
		func(l *Limits) { l.Entries = room.MaxEntries + 1 },
		func(l *Limits) { l.Tracked = 0 },
		func(l *Limits) { l.FramesBurst = 0 },
	} {
		l := Default()
		if tune(&l); l.Validate() == nil {
			t.Errorf("accepted: %+v", l)
		}
	}
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
}
