package rooms

import (
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// While spectators come in one after the other, the hub sends their number at a bounded rate, and
// sends the right number at the end. chaos has the test with thousands of websockets.
func TestSpectatorsComeInOneAfterTheOther(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t))
	id, ana, _ := seated(t, s, s)
	const spectators = 400
	start := time.Now()
	var all []*pipe
	for i := range spectators {
		visit := Visit{Room: id, Player: room.PlayerID(fmt.Sprint("eve", i)), Watch: true}
		end := s.dial(visit)
		hubtest.Await(t, "the welcome", func() bool { return end.count() > 0 })
		all = append(all, end.pipe)
	}
	ana.AwaitPresence(true, true, spectators)
	frames := 0
	for _, p := range all {
		frames += p.count()
	}
	// Each spectator is sent a welcome, the entries, and at most shared frames here.
	shared := int(time.Since(start)/hereInterval) + 2
	t.Logf("%d frames to %d spectators in %v", frames, spectators, time.Since(start))
	if most := spectators * (2 + shared); frames > most {
		t.Errorf("%d frames, want at most %d", frames, most)
	}
}

// A socket that joins while sendPresenceLater waits gets the right number of spectators at the end.
func TestWelcomeAndLaterPresenceAgree(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t))
	id, ana, _ := seated(t, s, s)
	for range 3 {
		eve, dan := s.open("eve", id), s.open("dan", id)
		eve.AwaitPresence(true, true, 2)
		dan.Drop()
		fay := s.open("fay", id)
		for _, c := range []*hubtest.Client{ana, eve, fay} {
			c.AwaitPresence(true, true, 2)
		}
		eve.Drop()
		fay.AwaitPresence(true, true, 1)
		fay.Drop()
		ana.AwaitPresence(true, true, 0)
	}
}
