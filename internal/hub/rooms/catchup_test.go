package rooms

import (
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// longLog returns the log of a room in which ana has changed her name many times.
func longLog(t *testing.T, entries int) (log []room.Entry) {
	t.Helper()
	digest := ""
	for n := range uint64(entries) {
		var ev room.Event = room.Named{Seat: 1, Name: fmt.Sprint("Ana ", n)}
		if n == 0 {
			ev = room.Created{Variant: "connect4:7x6:4", First: 1, Players: [2]room.Player{{ID: "ana", Colour: "red"}, {Colour: "yellow"}}}
		}
		e, err := room.Seal(digest, n+1, time.Now(), "ana", fmt.Sprint("c", n), ev)
		if err != nil {
			t.Fatal(err)
		}
		log, digest = append(log, e), e.Digest
	}
	return log
}

// A log of any length is sent with the memory of one part. Entries and answers of the time
// meanwhile follow the log, each answer after its entry.
func TestLongLogIsSentInParts(t *testing.T) {
	store := storetest.Open(t)
	s := serve(t, "hub", store)
	const entries = 5000
	if err := store.Restore(t.Context(), "long", longLog(t, entries), room.Effects{}); err != nil {
		t.Fatal(err)
	}
	end := s.dial(Visit{Room: "long", Player: "ana"})
	ana := hubtest.NewClient(t, end, "ana")
	most, asked, answered := 0, false, false
	for !answered {
		hubtest.Await(t, "frames", func() bool { return end.count() > 0 })
		frames, _ := end.take()
		bytes := 0
		for _, frame := range frames {
			if m := ana.Take(frame); m.T == "ok" {
				answered = true
				if len(ana.Entries) < entries+1 {
					t.Errorf("the answer comes after %d entries", len(ana.Entries))
				}
			}
			bytes += len(frame)
		}
		most = max(most, bytes)
		if !asked && len(ana.Entries) > 0 {
			asked = true
			go func() { _ = end.Write(t.Context(), []byte(`{"t":"invite","id":"now","n":5000,"level":"easy"}`)) }() // read after the log
		}
	}
	if most > 2*wire.MaxFrameBytes {
		t.Errorf("%d bytes were queued at once", most)
	}
	t.Logf("at most %d bytes were queued", most)
}
