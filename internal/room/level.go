package room

import "time"

// Level is a strength of the AI, with the time that one move may take. Workers know how
// it plays. A room needs the names that can be seated and the time after which a reply is
// overdue.
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
