package room

import (
	"slices"
	"time"
)

// Effects returns what must be stored with the entry that has led to s or, if a deadline
// has passed without an event, what must be stored again at now.
//
// The deadline is the earliest of these moments:
//
//	waiting, open          UnjoinedLimit after the last entry: close the room
//	waiting, not open      InvitationLimit after the last entry: close the room. See also Visited
//	playing, always        AbandonedLimit after the last entry: close the room
//	playing, on a clock    when the flag falls: end the game
//	playing, AI to reply   the level's budget plus AIGrace from now: queue the turn again
//	playing, unattended    when the pace allows it: queue the turn. While the room is
//	                       asleep, only AbandonedLimit counts
//	finished, closed       retention after the last entry: delete the log
//	closed, unjoined       retention after the first entry, if that is later: delete the log
func (s *State) Effects(id ID, now time.Time, retention time.Duration) Effects {
	var fx Effects
	switch s.Phase {
	case PhaseWaiting:
		fx.List = Waiting
		if s.Open {
			fx.List = OpenWaiting
		}
		fx.Due = s.unjoinedAt(s.At)
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
				fx.Lane, fx.Owner, fx.DueAsleep = s.lane(reply), s.Owner, fx.Due
				fx.Due = earlier(fx.Due, now.Add(reply.Level.Budget+AIGrace))
			} else {
				fx.Due = earlier(fx.Due, s.ReplyAt())
			}
		}
	case PhaseFinished, PhaseClosed:
		fx.Due = s.deletedAt(retention)
		if s.End != nil && s.N == s.TurnN && s.recorded() {
			fx.Record = s.record(id)
		}
	}
	return fx
}

// Visited returns what must be stored because somebody is in the room; false: nothing. A visit
// keeps an invitation, and wakes a room that may be asleep, because the AI plays both seats.
func (s *State) Visited(id ID, now time.Time, retention time.Duration) (Effects, bool) {
	if s.Phase == PhaseWaiting && !s.Open && now.Sub(s.At) > lazyDeadline {
		fx := s.Effects(id, now, retention)
		fx.Due = s.unjoinedAt(now)
		return fx, true
	}
	if _, owed := s.ReplyOwed(); owed && s.Unattended() {
		return s.Effects(id, now, retention), true
	}
	return Effects{}, false
}

// ReplyAt returns the earliest time at which the AI's next reply may be queued.
func (s *State) ReplyAt() time.Time {
	switch {
	case s.BothAI():
		return s.TurnAt.Add(s.Pace)
	case s.Unattended():
		return s.TurnAt.Add(DelegatedPace)
	}
	return s.TurnAt
}

// dropRepeatedJob removes the job if the entry that led from s to next has not changed
// the position, such as an emote or a change of pace. The job was queued with the
// position. Where AI plays AI, the pace or a pause may have prevented that. So the
// deadline becomes now, and the next sweep queues the job unless it is in the queue. The
// job stays if the entry has changed what the AI owes, because it delegated a seat.
func (s *State) dropRepeatedJob(next *State, fx *Effects) {
	if !fx.Job || s.TurnN != next.TurnN {
		return
	}
	before, owed := s.ReplyOwed()
	if now, _ := next.ReplyOwed(); !s.BothAI() && (!owed || before.Advice != now.Advice) {
		return
	}
	fx.Job, fx.DueAsleep = false, time.Time{}
	if s.Unattended() || next.Unattended() {
		fx.Due = next.At
	}
}

// lazyDeadline says when an append keeps the stored deadline: if it is more than lazyDeadline
// away, and not after the new deadline. A sweep at the stored deadline then finds nothing due
// and stores the new deadline. So a game without a clock seldom stores its deadline.
const lazyDeadline = time.Hour

// markUnchanged marks the effects that the previous entry has stored already. They are
// still valid when the new entry is appended, because the append fails if another entry
// follows s.
func (s *State) markUnchanged(next *State, fx *Effects, retention time.Duration) {
	if s.Phase != next.Phase {
		return
	}
	before := s.Effects("", s.At, retention)
	fx.ListUnchanged = before.List == fx.List
	fx.DueUnchanged = before.Due.Sub(next.At) > lazyDeadline && !before.Due.After(fx.Due)
}

// earlier returns the earliest of some times.
func earlier(times ...time.Time) time.Time { return slices.MinFunc(times, time.Time.Compare) }

// Expired reports whether the retention of the log is over.
func (s *State) Expired(now time.Time, retention time.Duration) bool {
	return (s.Phase == PhaseFinished || s.Phase == PhaseClosed) && !now.Before(s.deletedAt(retention))
}

// deletedAt returns when the log of a room that is over is deleted. The retention of an invitation
// that nobody accepted has run while it waited, so a long wait takes no more of the store.
func (s *State) deletedAt(retention time.Duration) time.Time {
	from := s.At
	if s.ClosedFor == ReasonUnjoined {
		from = s.Opened
	}
	if at := from.Add(retention); at.After(s.At) {
		return at
	}
	return s.At
}

// Effects is what an append stores in the same step as its entry. Effects describe the room
// after the entry, so storing them twice changes nothing.
type Effects struct {
	Due    time.Time // when the room must be swept next; zero: never
	List   List      // the list that has the room
	Job    bool      // queue the AI's turn {room, n}
	Record *Record   // the game that this entry has ended; nil: no game, or one not worth keeping

	// Lane and Owner say where a Job waits. The Job waits in Lane, and the jobs of one
	// Owner wait for each other.
	Lane  Lane
	Owner PlayerID

	// DueAsleep replaces Due if the Job is in LaneMachine and the room sleeps. Then the Job
	// is not queued.
	DueAsleep time.Time

	// Origin is the origin of the room: a hash of the address from which it was created.
	// Only the append of the first entry sets Origin. The store keeps it outside the
	// entries, because everybody may read them. Empty: not known.
	Origin string

	// These report what the previous entry has stored already.
	ListUnchanged bool // the room is in List already
	DueUnchanged  bool // the stored deadline is far off and not after Due
}

// List is a list of rooms. A room is in at most one.
type List string

// The lists.
const (
	Unlisted List = ""
	Waiting  List = "waiting" // waiting for a second player, who has the link
	Playing  List = "playing" // a game is in progress

	// The same phases, for rooms that are listed for everybody.
	OpenWaiting List = "open-waiting"
	OpenPlaying List = "open-playing"
)
