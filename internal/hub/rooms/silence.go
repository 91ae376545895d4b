package rooms

import "time"

// A connection that breaks in a tunnel is not closed: it falls silent. While two people play, a player
// whose socket is silent counts as absent, so that the other one learns it within 5 s. The socket stays
// open, because a slow network may deliver what is on its way.
const (
	// silenceCheck is how often a hub looks for silent players.
	silenceCheck = 500 * time.Millisecond

	// probeAfter is how long a player may be silent until the hub sends a ping. A visible page sends
	// one every 2.5 s, so the hub seldom has to.
	probeAfter = 2750 * time.Millisecond

	// silentAfter is how long a player may be silent until the player counts as absent.
	silentAfter = 4250 * time.Millisecond
)

// checkSilence looks for players who have fallen silent, or are back, in all open rooms.
func (rs *Rooms) checkSilence() {
	for _, r := range rs.registry.all() {
		r.checkSilence()
	}
}

func (r *Room) checkSilence() {
	s := r.replica.State()
	together := s.Claimable(1) || s.Claimable(2)
	changed := false
	r.mu.Lock()
	for v := range r.visitors {
		if !together && !v.silent || r.seatsOf(v) == [2]bool{} {
			continue
		}
		if silent := v.socket.Silence(probeAfter) >= silentAfter; silent != v.silent {
			v.silent, changed = silent, true
		}
	}
	r.mu.Unlock()
	if changed {
		r.announce()
	}
}
