package rooms

import (
	"testing"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// setSilence sets how long the players of a room have been silent, as their sockets would say.
func (s *served) setSilence(id room.ID, player room.PlayerID, tenths int64) {
	r := s.find(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	for v := range r.visitors {
		if v.Player == player {
			v.socket.(*pipe).silence.Store(tenths * int64(silentAfter) / 10)
		}
	}
}

// A player whose socket is silent is absent for the other one, who may end the game in time. The
// player is back with the next frame, on the same socket.
func TestSilentPlayerIsAbsent(t *testing.T) {
	clock := clocktest.New()
	store := storetest.OpenAt(t, clock.Now)
	s := serve(t, "hub", store, withClock(clock))
	id, ana, bob := seated(t, s, s)
	ana.AwaitPresence(true, true, 0)
	ana.Must("move", hubtest.Object{"move": "4"})

	s.setSilence(id, "bob", 9)
	s.rooms.checkSilence()
	s.setSilence(id, "bob", 10)
	s.rooms.checkSilence()
	ana.AwaitPresence(true, false, 0)
	ana.AwaitClaim(clock.Now().Add(room.AwayLimit).UnixMilli())
	clock.Add(room.AwayLimit - 1)
	ana.Refused("not_away", "claim", hubtest.Object{"result": "win"})

	s.setSilence(id, "bob", 0)
	bob.Follow(3)
	bob.Must("move", hubtest.Object{"move": "4"})
	s.rooms.checkSilence()
	ana.AwaitPresence(true, true, 0)
	ana.AwaitClaim(0)

	// Nobody waits for somebody who is silent in a room where no game is played.
	ana.Must("resign", nil)
	s.setSilence(id, "bob", 20)
	s.rooms.checkSilence()
	if r := s.find(id); r.localPresence().Seats[1].Conn == "" {
		t.Error("a silent player is absent after the game")
	}
}
