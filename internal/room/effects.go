package room

import "time"

// effects returns what must be stored together with the entry that has led to
// s, or again at now when a deadline has passed without an event.
//
// The deadline is the next moment at which Sweep must look at the room:
//
//	waiting                UnjoinedLimit after the last entry: close it
//	playing, always        AbandonedLimit after the last entry: close it
//	playing, on a clock    when the flag falls: end the game
//	playing, AI owes       its budget and AIGrace from now: queue it again; or, where
//	                       AI plays AI, when its pace allows: queue it
//	finished, closed       retention after the last entry: delete the log
func (s *State) Effects(id ID, now time.Time, retention time.Duration) Effects {
	var fx Effects
	switch s.Phase {
	case PhaseWaiting:
		fx.List = Waiting
		if s.Open {
			fx.List = OpenWaiting
		}
		fx.Due = s.At.Add(UnjoinedLimit)
	case PhasePlaying:
		fx.List = Playing
		if s.Open {
			fx.List = OpenPlaying
		}
		fx.Due = s.At.Add(AbandonedLimit)
		if flag, ok := s.FlagAt(); ok {
			fx.Due = earlier(fx.Due, flag)
		}
		if reply, ok := s.ReplyOwed(); ok {
			fx.Job = !now.Before(s.ReplyAt())
			if fx.Job {
				fx.Due = earlier(fx.Due, now.Add(reply.Level.Budget+AIGrace))
			} else {
				fx.Due = earlier(fx.Due, s.ReplyAt())
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

// ReplyAt returns from when on the AI may be asked for what it owes (ReplyOwed).
func (s *State) ReplyAt() time.Time {
	if s.Watched() {
		return s.TurnAt.Add(s.Pace)
	}
	return s.TurnAt
}

// askOnce takes the job out of what is stored with an entry that has led from s
// to next and left the position as it was: an emote, or a hand on the speed
// slider, does not make the AI think twice. What it owes was queued with the
// position; where AI plays AI it may not have been due or allowed yet, and then
// the sweep, which queues nothing twice, looks at once.
func (s *State) dropRepeatedJob(next *State, fx *Effects) {
	if !fx.Job || s.TurnN != next.TurnN {
		return
	}
	fx.Job = false
	if next.Watched() {
		fx.Due = next.At
	}
}

// lazyDeadline is how far off a deadline must be to stay where it is although it
// has moved on: whoever sweeps then finds nothing due and sets it anew, which for
// a game without a clock is once in AbandonedLimit instead of once a move.
const lazyDeadline = time.Hour

// keep notes what the append of the entry that has led from s to next need not
// store again. It holds because an append follows the very entry that led to s.
func (s *State) markUnchanged(next *State, fx *Effects) {
	if s.Phase != PhasePlaying || next.Phase != PhasePlaying {
		return
	}
	before := s.Effects("", s.At, 0)
	fx.ListUnchanged = before.List == fx.List
	fx.DueUnchanged = before.Due.Sub(next.At) > lazyDeadline && !before.Due.After(fx.Due)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// expired reports whether the log has been kept long enough.
func (s *State) Expired(now time.Time, retention time.Duration) bool {
	return (s.Phase == PhaseFinished || s.Phase == PhaseClosed) && !now.Before(s.At.Add(retention))
}

// Effects is what an append stores beside its entry. All of it describes the
// room after the entry, so that carrying it out twice changes nothing.
type Effects struct {
	Due    time.Time // the next moment at which Sweep must look; zero: never
	List   List      // the list in which the room stands
	Job    bool      // queue the AI's turn {room, n}
	Record *Record   // the game that this entry has ended

	// What the entry before has stored may stay, so that a store need not write it
	// again with every move.
	ListUnchanged bool // the room stands in List already
	DueUnchanged  bool // the deadline that it has is far off, and not after Due
}

// List is a list of rooms. A room stands in one at most.
type List string

// The lists.
const (
	Unlisted List = ""
	Waiting  List = "waiting" // for a second player, who has the link
	Playing  List = "playing" // a game is on

	// The same of rooms that everybody may see.
	OpenWaiting List = "open-waiting"
	OpenPlaying List = "open-playing"
)
