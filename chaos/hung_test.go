package chaos

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
)

const (
	// hungRooms is the number of rooms in which a player claims the game.
	hungRooms = 12

	// claimDelay is how long after a player's goodbye the opponent can claim the game.
	claimDelay = 10 * time.Second
)

// TestHungHub stops a hub with SIGSTOP for longer than claimDelay, after its players have said
// goodbye. The players come back through another hub, and half of them leave it again. Each
// opponent claims the game at the moment at which the first hub goes on. No claim is granted, and
// the hub closes its sockets, because the other hub went on without it.
func TestHungHub(t *testing.T) {
	t.Parallel()
	s := newService(t, 2, 0)
	hung, other := s.hubs[0], s.hubs[1]
	type game struct{ ana, bob *hubtest.Client }
	var games []game
	for i := range hungRooms {
		ana, bob := pair(t, [2]string{hung.url(), hung.url()}, object{"id": fmt.Sprintf("room%d", i)})
		bob.Goodbye()
		ana.Until(func(f hubtest.Message) bool { return f.Claim[1] != 0 })
		games = append(games, game{ana, bob})
	}

	signal := func(s syscall.Signal) {
		if err := hung.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	stopped := time.Now()
	for i, g := range games {
		g.bob.Rejoin(other.url())
		if i%2 == 0 {
			g.bob.Goodbye()
		}
	}
	time.Sleep(time.Until(stopped.Add(claimDelay + time.Second)))
	for _, g := range games {
		g.ana.Write(fmt.Sprintf(`{"t":"claim","id":"claim","n":%d,"result":"win"}`, g.ana.N()))
	}
	signal(syscall.SIGCONT)

	granted := 0
	for _, g := range games {
		ctx := hubtest.Context(t)
		f, err := g.ana.Receive(ctx)
		for ; err == nil; f, err = g.ana.Receive(ctx) {
			if f.ID == "claim" && f.T == "ok" {
				granted++
			}
		}
		if closed := (*hubtest.Closed)(nil); !errors.As(err, &closed) || closed.Code != wire.CloseServiceRestart {
			t.Errorf("the socket of the hub that hung ends with %v", err)
		}
		g.ana.Rejoin(other.url())
		g.bob.Rejoin(other.url())
	}
	if granted > 0 {
		t.Errorf("%d of %d claims were granted against players who were there", granted, hungRooms)
	}
	for _, g := range games { // and the games go on
		hubtest.PlayOut("43", g.ana, g.bob)
	}
	table.add(t, row{faults: 1, acked: 2 * hungRooms, detail: fmt.Sprintf("%d of %d claims granted", granted, hungRooms)})
}
