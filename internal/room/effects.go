package room

import (
	"slices"
	"time"
)

// effects returns what must be stored together with the entry that has led to
// s, or again at now when a deadline has passed without an event.
//
// The deadline is the next moment at which Sweep must look at the room:
//
//	waiting                UnjoinedLimit after the last entry: close it
//	playing, a person's    AbandonedLimit after the last entry: close it
//	playing, an AI's       its budget and AIGrace from now: queue it again,
//	                       and close it as above
//	finished, closed       retention after the last entry: delete the log
func (s *State) effects(id ID, now time.Time, retention time.Duration) Effects {
	var fx Effects
	switch s.Phase {
	case PhaseWaiting:
		fx.List = Waiting
		fx.Due = s.At.Add(UnjoinedLimit)
	case PhasePlaying:
		fx.List = Playing
		fx.Due = s.At.Add(AbandonedLimit)
		if level, ok := s.AITurn(); ok {
			fx.Job = true
			if overdue := now.Add(level.Budget + AIGrace); overdue.Before(fx.Due) {
				fx.Due = overdue
			}
		}
	case PhaseFinished, PhaseClosed:
		fx.Due = s.At.Add(retention)
		if s.End != nil && s.N == s.TurnN {
			fx.Record = s.record(id)
		}
	}
	return fx
}

// record returns the game that the last entry of s has ended.
func (s *State) record(id ID) *Record {
	return &Record{
		Room: id, Game: s.Number, Variant: s.Variant(), Players: s.Players, First: s.First,
		Started: s.Started, Ended: s.At, Moves: slices.Clone(s.Moves), MS: slices.Clone(s.MS),
		End: *s.End, N: s.N, Digest: s.Digest,
	}
}

// expired reports whether the log has been kept long enough.
func (s *State) expired(now time.Time, retention time.Duration) bool {
	return (s.Phase == PhaseFinished || s.Phase == PhaseClosed) && !now.Before(s.At.Add(retention))
}
