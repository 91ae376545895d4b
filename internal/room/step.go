package room

import "time"

// Step is what a command leads to: the entry to append, its effects, and the state
// of the room after it.
type Step struct {
	Entry   Entry
	Effects Effects
	State   *State

	// Cost is an upper bound of the bytes that the step adds to the store. The step that begins
	// a game includes the cost of the game's moves, so a move costs nothing.
	Cost int
}

// Next decides command c at time now in the room id, whose state is s, and returns the step to
// store. Next does not change s. The error is a *Refusal if the command is not allowed.
//
// retention is how long the log of a finished room is kept. The deadline in Effects
// follows from it.
func (s *State) Next(id ID, c Command, now time.Time, retention time.Duration) (Step, error) {
	ev, err := Decide(s, c, now)
	if err != nil {
		return Step{}, err
	}
	// An entry is never dated before the entry it follows, though the clocks of two processes may
	// differ.
	at := now
	if at.Before(s.At) {
		at = s.At
	}
	entry, err := Seal(s.Digest, s.N+1, at, c.By, c.ID, ev)
	if err != nil {
		return Step{}, err
	}
	next := s.Clone()
	if err := next.Apply(entry); err != nil {
		return Step{}, err
	}
	fx := next.Effects(id, at, retention)
	s.dropRepeatedJob(next, &fx)
	s.markUnchanged(next, &fx)
	return Step{Entry: entry, Effects: fx, State: next, Cost: cost(s, entry, next)}, nil
}
