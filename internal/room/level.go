package room

import "time"

// Level is an AI's strength by name, with the time that one move of it may
// take. How it plays is the worker's business; a room only needs to know whom to
// seat and when a reply is overdue.
type Level struct {
	Name   string
	Budget time.Duration
}

// levels is ordered from the weakest to the strongest.
var levels = []Level{
	{"very-easy", time.Second},
	{"easy", time.Second},
	{"normal", time.Second},
	{"difficult", time.Second},
	{"strong", time.Second},
	{"expert", 500 * time.Millisecond},
	{"perfect", 5 * time.Second},
}

// Levels returns the levels that can be seated, the weakest first.
func Levels() []Level { return append([]Level(nil), levels...) }

func levelByName(name string) (Level, bool) {
	for _, l := range levels {
		if l.Name == name {
			return l, true
		}
	}
	return Level{}, false
}
