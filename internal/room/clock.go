package room

import "time"

// Clock limits the thinking time of a room's games: either each turn has Move,
// or each player has Base for the whole game and gains Increment with every
// turn. All are milliseconds.
//
// No clock runs before both sides have moved once, so that nobody loses time
// while the other is still finding the page. Nobody gains time by taking moves
// back: the turn that is on is charged, and what the moves had added is lost
// again.
type Clock struct {
	Move      int64 `json:"move,omitempty"`
	Base      int64 `json:"base,omitempty"`
	Increment int64 `json:"increment,omitempty"`
}

// What clocks there are.
const (
	MinMoveTime  = 5 * time.Second
	MaxMoveTime  = 24 * time.Hour
	MinBaseTime  = 10 * time.Second
	MaxBaseTime  = 3 * time.Hour
	MaxIncrement = 3 * time.Minute

	// untimedPlies is how many turns of a game no clock measures.
	UntimedPlies = 2

	// slowMoveTime is the time per move from which a game is one that people play
	// over days, coming and going: nobody's absence can be claimed in it.
	slowMoveTime = 10 * time.Minute
)

// The lag quota: what a player's network may take out of a turn without its
// being charged. Each seat has a stock of lag, from which every turn takes at
// most the measured round trip, and into which every turn puts a little back. So
// a slow line costs nothing, and feigned lag gains no more than the stock.
//
// The idea is the LagTracker of lichess-org/scalachess; the figures are
// ours.
const (
	FirstLagQuota = 1500 * time.Millisecond
	LagQuotaGain  = 500 * time.Millisecond
	MaxLagQuota   = 3500 * time.Millisecond
)

// valid reports whether there is such a clock.
func (c *Clock) Valid() bool {
	between := func(ms int64, low, high time.Duration) bool {
		return low.Milliseconds() <= ms && ms <= high.Milliseconds()
	}
	if c.Move != 0 {
		return c.Base == 0 && c.Increment == 0 && between(c.Move, MinMoveTime, MaxMoveTime)
	}
	return between(c.Base, MinBaseTime, MaxBaseTime) && between(c.Increment, 0, MaxIncrement)
}

// perMove, base and increment are the fields of the same names.
func (c *Clock) MoveTime() time.Duration      { return time.Duration(c.Move) * time.Millisecond }
func (c *Clock) BaseTime() time.Duration      { return time.Duration(c.Base) * time.Millisecond }
func (c *Clock) IncrementTime() time.Duration { return time.Duration(c.Increment) * time.Millisecond }

// slow reports whether a game with this clock, or with none if c is nil, is
// played over days.
func (c *Clock) Slow() bool {
	return c != nil && c.Move >= slowMoveTime.Milliseconds()
}

// Timer is one player's time in the present game.
type Timer struct {
	Left  time.Duration // of the base time; unused with other clocks
	Quota time.Duration // the stock of lag
	Used  time.Duration // in all turns so far, those taken back included
}

// startTimers sets both players' timers for a new game.
func (s *State) startTimers() {
	s.Timers = [2]Timer{{Quota: FirstLagQuota}, {Quota: FirstLagQuota}}
	if s.Clock != nil {
		s.Timers[0].Left, s.Timers[1].Left = s.Clock.BaseTime(), s.Clock.BaseTime()
	}
}

// ticking reports whether the turn that is on is measured by a clock.
func (s *State) ticking() bool {
	return s.Phase == PhasePlaying && s.Clock != nil && len(s.Moves) >= UntimedPlies
}

// allowance returns how long the turn that is on may take, lag not counted. The
// clock must be ticking.
func (s *State) allowance() time.Duration {
	if s.Clock.Move != 0 {
		return s.Clock.MoveTime()
	}
	return s.Timers[s.Turn()-1].Left
}

// FlagAt returns when the player to move loses on time, and whether a clock
// runs at all. The whole stock of lag is waited for: a move that was made in time
// may still be on its way.
func (s *State) FlagAt() (time.Time, bool) {
	if !s.ticking() {
		return time.Time{}, false
	}
	return s.TurnAt.Add(s.allowance() + s.Timers[s.Turn()-1].Quota), true
}

// fallen reports whether the flag of the player to move has fallen by now.
func (s *State) fallen(now time.Time) bool {
	flag, ok := s.FlagAt()
	return ok && !now.Before(flag)
}

// credit returns what of the measured lag is not charged for the turn that is
// on.
func (s *State) credit(lag time.Duration) time.Duration {
	if !s.ticking() {
		return 0
	}
	return max(0, min(lag, s.Timers[s.Turn()-1].Quota).Truncate(time.Millisecond))
}

// charge takes a turn's time from its player's timer. It is called before the
// turn is played.
func (s *State) charge(ev Moved) {
	t := &s.Timers[ev.Seat-1]
	took, lag := time.Duration(ev.MS)*time.Millisecond, time.Duration(ev.Lag)*time.Millisecond
	t.Used += took
	if !s.ticking() {
		return
	}
	t.Quota = min(t.Quota-lag+LagQuotaGain, MaxLagQuota)
	if s.Clock.Base != 0 {
		t.Left += s.Clock.IncrementTime() - max(0, took-lag)
	}
}

// timersBack returns what is left to both players when all moves after the first
// ply are taken back at a time: the turn that is on is charged, and what the
// undone moves had added is lost again.
func (s *State) timersBack(ply int, at time.Time) [2]Timer {
	timers := s.Timers
	ran := max(0, at.Sub(s.TurnAt).Truncate(time.Millisecond))
	turn := &timers[s.Turn()-1]
	turn.Used += ran
	if !s.ticking() || s.Clock.Base == 0 {
		return timers
	}
	turn.Left -= ran
	for i := max(ply, UntimedPlies); i < len(s.Moves); i++ {
		timers[MoverAt(s.First, i)-1].Left -= s.Clock.IncrementTime()
	}
	return timers
}

// affords reports whether the clock allows a takeback to ply: both must have
// time left after it, and against an AI, which is not asked, a turn that has a
// time of its own does not begin anew.
func (s *State) affords(ply int, at time.Time) bool {
	if !s.ticking() {
		return true
	}
	if s.Clock.Base == 0 {
		return !s.Players[0].IsAI() && !s.Players[1].IsAI() && !s.Self()
	}
	timers := s.timersBack(ply, at)
	return timers[0].Left > 0 && timers[1].Left > 0
}

// ThinkingTime returns what the player to move should spend on the turn at most,
// as seen at now, and whether the clock says anything about that: a twentieth of
// what is left and most of the increment, or half of a turn's own time.
func (s *State) ThinkingTime(now time.Time) (time.Duration, bool) {
	if !s.ticking() {
		return 0, false
	}
	left := s.allowance() - now.Sub(s.TurnAt)
	if s.Clock.Base == 0 {
		return max(0, left/2), true
	}
	return max(0, min(left/20+s.Clock.IncrementTime()*3/4, left/2)), true
}
