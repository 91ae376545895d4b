package room

// RefusedWhenFull reports whether e is refused once a log has reached its limit. All other
// events are still accepted, so that the game in progress can end.
func RefusedWhenFull(e Event) bool {
	switch e := e.(type) {
	case Rematch, Offered, TakenBack, Named, SeatOffered, Emoted:
		return true
	case Paced:
		return e.Paused // ending a pause is always allowed
	case Admitted:
		return e.Spectators // shutting spectators out is always allowed
	}
	return false
}
