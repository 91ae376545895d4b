package chaos

import (
	"syscall"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// TestRollingRestart stops one hub after the other under load, as a rollout of a new version
// does. The hub's clients reconnect to the other hub, spread over time, and nobody loses a
// seat or a game.
func TestRollingRestart(t *testing.T) {
	r := seededRandom(t)
	s := newService(t, 2, 1)
	// Two players with a clock. ana is always on the hub that restarts.
	ana, bob := pair(t, [2]string{s.hubs[0].url(), s.hubs[1].url()}, object{"clock": object{"base": 180_000}})
	hubtest.PlayOut("4343", ana, bob)
	l := startLoad(t, r, s.urls(), *round, "-rooms", "40", "-ai", "4", "-spectators", "1")
	restarts := 0
	for begin := time.Now(); time.Since(begin) < *round && l.playing(); restarts++ {
		pause(r, time.Second)
		leaving, staying := s.hubs[restarts%2], s.hubs[1-restarts%2]
		ana.Rejoin(leaving.url())
		bob.Rejoin(staying.url())
		ended := replaceHub(t, leaving, staying)
		ana.Closed(wire.CloseServiceRestart)
		if f, err := bob.Send(hubtest.Context(t), "claim", object{"result": "win"}); err != nil || f.Code != "not_away" {
			t.Errorf("a claim while the hub of the opponent restarts gets %+v, %v, want not_away", f, err)
		}
		ana.Rejoin(staying.url())
		<-ended
		leaving.restart()
	}
	hubtest.PlayOut("5656", ana, bob) // the game goes on
	for _, e := range hubtest.Log(t, s.hubs[0].url(), ana.Room) {
		switch e.Event.(type) {
		case room.Flagged, room.Claimed:
			t.Errorf("the game on a clock has ended: %s", e.Raw())
		}
	}
	l.verdict(restarts)
}

// A hub that stops closes its sockets over one second. At most worstShare of their clients
// may reconnect within one paceStep.
const (
	paceStep   = 100 * time.Millisecond
	worstShare = 0.6
)

// replaceHub stops a hub and watches its clients reconnect to the other one. It closes the
// returned channel when the hub has ended and the pace is checked.
func replaceHub(t *testing.T, leaving, staying *hub) (ended <-chan struct{}) {
	t.Helper()
	leave := leaving.clientProxy.Open()
	before := staying.clientProxy.Carried()
	_ = leaving.cmd.Process.Signal(syscall.SIGTERM)
	over := make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(paceStep)
		defer tick.Stop()
		worst, last, looked := 0, before, time.Now()
		for running := true; running; {
			select {
			case <-leaving.done:
				running = false
			case <-tick.C:
			}
			// If a tick was handled late, the clients have come in more than one paceStep.
			steps := max(1, int(time.Since(looked).Round(paceStep)/paceStep))
			now := staying.clientProxy.Carried()
			worst, last, looked = max(worst, (now-last)/steps), now, time.Now()
		}
		t.Logf("%d sockets left, %d came before the hub had ended, at most %d within %v", leave, last-before, worst, paceStep)
		if leave > 10 && float64(worst) > worstShare*float64(leave) {
			t.Errorf("%d of %d clients came within %v", worst, leave, paceStep)
		}
		if code := leaving.status(); code != 0 {
			t.Errorf("the hub ended with status %d", code)
		}
	}()
	return over
}
