package room

// lengthens reports whether an event is refused in a room whose log has reached its
// limit. All others stay possible, so that the game that is on ends.
func Lengthens(e Event) bool {
	switch e := e.(type) {
	case Rematch, Offered, TakenBack, Named, SeatOffered, Emoted:
		return true
	case Paced:
		return e.Paused // one that is on always ends
	}
	return false
}
