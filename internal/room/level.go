package room

import "time"

// Level is a strength of the AI, with the time that one move may take. Only workers know how
// a level plays. Rooms need the names of the levels, and the time after which a reply is
// overdue.
type Level struct {
	Name   string
	Budget time.Duration

	// Quick says that the level looks a few plies ahead and replies in milliseconds, far
	// within its budget.
	Quick bool
}

// levels is ordered from the weakest to the strongest.
var levels = []Level{
	{"very-easy", time.Second, true},
	{"easy", time.Second, true},
	{"normal", time.Second, true},
	{"difficult", time.Second, true},
	{"strong", time.Second, false},
	{"expert", 500 * time.Millisecond, false},
	{"perfect", 5 * time.Second, false},
}

// Levels returns the levels that a room may seat, the weakest first.
func Levels() []Level { return append([]Level(nil), levels...) }

func levelByName(name string) (Level, bool) {
	for _, l := range levels {
		if l.Name == name {
			return l, true
		}
	}
	return Level{}, false
}
