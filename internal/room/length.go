package room

// RefusedWhenFull reports whether e is refused once a log has MaxEntries entries. Such a log
// still accepts the events that the game in progress needs to end.
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
