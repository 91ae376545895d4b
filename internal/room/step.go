package room

import "time"

// Step is what a command leads to: the entry to append, its effects, and the state
// of the room after it.
type Step struct {
	Entry   Entry
	Effects Effects
	State   *State

	// Cost is how many bytes the step makes a store keep, at most. A game is paid for
	// when it begins, so its moves cost nothing.
	Cost int
}

// Next decides c in state s of room id at now, and returns the step to store. It
// changes nothing. The error is a *Refusal if the command is not allowed.
//
// retention is how long the log of a finished room is kept. The deadline in Effects
// follows from it.
func (s *State) Next(id ID, c Command, now time.Time, retention time.Duration) (Step, error) {
	ev, err := Decide(s, c, now)
	if err != nil {
		return Step{}, err
	}
	// Time does not run backwards in a room, though the clocks of two processes
	// may differ.
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
