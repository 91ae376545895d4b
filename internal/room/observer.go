package room

import "time"

// Observer is a Log that wants to know what a Door does to rooms: a Door tells
// its Log, if that is one, of everything that it has stored. What several
// processes store each hears of once: the one that did it.
//
// Its methods must not block, nor keep or change the state.
type Observer interface {
	// Stored is told each entry that was appended, the state that it has led to,
	// and its effects.
	Stored(id ID, s *State, e Entry, fx Effects)

	// Touched is told the effects that a sweep has carried out at now in a room in
	// which nothing else was to be done.
	Touched(id ID, s *State, fx Effects, now time.Time)
}

// stored tells the log of a proposal that it has stored.
func (d Door) stored(id ID, p proposal) {
	if o, ok := d.Log.(Observer); ok {
		o.Stored(id, p.next, p.entry, p.fx)
	}
}

// touched tells the log of the effects that it has carried out.
func (d Door) touched(id ID, s *State, fx Effects, now time.Time) {
	if o, ok := d.Log.(Observer); ok {
		o.Touched(id, s, fx, now)
	}
}
