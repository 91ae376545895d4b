package room

import "time"

// Clock limits the thinking time in the games of a room. Either each turn has Move, or
// each player has Base for the whole game and gains Increment with every turn. All are
// milliseconds.
//
// No clock runs before both sides have moved once: nobody loses time while the other
// player is still finding the page. Nobody gains time by a takeback: the present turn is
// charged, and the increments of the undone moves are lost.
type Clock struct {
	Move      int64 `json:"move,omitempty"`
	Base      int64 `json:"base,omitempty"`
	Increment int64 `json:"increment,omitempty"`
}

// Limits of clocks.
const (
	MinMoveTime  = 5 * time.Second
	MaxMoveTime  = 24 * time.Hour
	MinBaseTime  = 10 * time.Second
	MaxBaseTime  = 3 * time.Hour
	MaxIncrement = 3 * time.Minute

	// UntimedPlies is the number of turns at the start of a game, after the given moves, that no
	// clock measures.
	UntimedPlies = 2

	// slowMoveTime is the shortest time per move of a slow game, which may last days. In a
	// slow game nobody can claim a win or draw because the opponent is absent.
	slowMoveTime = 10 * time.Minute
)

// The lag quota is how much network time may go uncharged. Each seat has a quota. Every
// turn takes at most the measured round trip from it and puts LagQuotaGain back. A slow
// line therefore costs nothing, and feigned lag gains no more than the quota.
//
// The idea comes from LagTracker in lichess-org/scalachess. The figures are Quatre's own.
const (
	FirstLagQuota = 1500 * time.Millisecond
	LagQuotaGain  = 500 * time.Millisecond
	MaxLagQuota   = 3500 * time.Millisecond
)

// Valid reports whether the times are within the limits.
func (c *Clock) Valid() bool {
	between := func(ms int64, low, high time.Duration) bool {
		return low.Milliseconds() <= ms && ms <= high.Milliseconds()
	}
	if c.Move != 0 {
		return c.Base == 0 && c.Increment == 0 && between(c.Move, MinMoveTime, MaxMoveTime)
	}
	return between(c.Base, MinBaseTime, MaxBaseTime) && between(c.Increment, 0, MaxIncrement)
}

// MoveTime returns the time for each move; 0: the clock is for a whole game.
func (c *Clock) MoveTime() time.Duration { return time.Duration(c.Move) * time.Millisecond }

// BaseTime returns the time for a game; 0: the clock is for each move.
func (c *Clock) BaseTime() time.Duration { return time.Duration(c.Base) * time.Millisecond }

// IncrementTime returns the time that each move adds to that of the game.
func (c *Clock) IncrementTime() time.Duration { return time.Duration(c.Increment) * time.Millisecond }

// Slow reports whether a game with this clock may last days: each move has slowMoveTime or
// more. A nil clock is not slow.
func (c *Clock) Slow() bool {
	return c != nil && c.Move >= slowMoveTime.Milliseconds()
}

// Timer is the state of one player's clock in the present game.
type Timer struct {
	Left  time.Duration // base time left; unused with a time per move
	Quota time.Duration // lag that may still go uncharged
	Used  time.Duration // in all turns so far, including those taken back
}

// startTimers sets both players' timers for a new game.
func (s *State) startTimers() {
	s.Timers = [2]Timer{{Quota: FirstLagQuota}, {Quota: FirstLagQuota}}
	if s.Clock != nil {
		s.Timers[0].Left, s.Timers[1].Left = s.Clock.BaseTime(), s.Clock.BaseTime()
	}
}

// ticking reports whether a clock measures the present turn.
func (s *State) ticking() bool {
	return s.Phase == PhasePlaying && s.Clock != nil && len(s.Moves) >= s.Given+UntimedPlies
}

// allowance returns how long the present turn may take, not counting uncharged lag. The
// clock must be ticking.
func (s *State) allowance() time.Duration {
	if s.Clock.Move != 0 {
		return s.Clock.MoveTime()
	}
	return s.Timers[s.Turn()-1].Left
}

// FlagAt returns when the player to move loses on time, and whether a clock runs. The time
// includes the whole lag quota, because a move made in time may still be on its way.
func (s *State) FlagAt() (time.Time, bool) {
	if !s.ticking() {
		return time.Time{}, false
	}
	return s.TurnAt.Add(s.allowance() + s.Timers[s.Turn()-1].Quota), true
}

// flagFallen reports whether the flag of the player to move has fallen by now.
func (s *State) flagFallen(now time.Time) bool {
	flag, ok := s.FlagAt()
	return ok && !now.Before(flag)
}

// uncharged returns the part of lag that the present turn is not charged for.
func (s *State) uncharged(lag time.Duration) time.Duration {
	if !s.ticking() {
		return 0
	}
	return max(0, min(lag, s.Timers[s.Turn()-1].Quota).Truncate(time.Millisecond))
}

// charge takes the time of a turn from the player's timer, before the turn is played.
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

// timersAfterTakeback returns the timers of both players after a takeback at the given time.
// The takeback undoes all moves from ply on. The present turn is charged, and the increments
// of the undone moves are lost.
func (s *State) timersAfterTakeback(ply int, at time.Time) [2]Timer {
	timers := s.Timers
	took := max(0, at.Sub(s.TurnAt).Truncate(time.Millisecond))
	turn := &timers[s.Turn()-1]
	turn.Used += took
	if !s.ticking() || s.Clock.Base == 0 {
		return timers
	}
	turn.Left -= took
	for i := max(ply, s.Given+UntimedPlies); i < len(s.Moves); i++ {
		timers[MoverAt(s.First, i)-1].Left -= s.Clock.IncrementTime()
	}
	return timers
}

// allowsTakeback reports whether the clock allows a takeback to ply. With base time, both
// players must have time left afterwards. With a time per move, a takeback restarts the turn,
// so it needs an opponent who can refuse: a person.
func (s *State) allowsTakeback(ply int, at time.Time) bool {
	if !s.ticking() {
		return true
	}
	if s.Clock.Base == 0 {
		return !s.Players[0].IsAI() && !s.Players[1].IsAI() && !s.Self()
	}
	timers := s.timersAfterTakeback(ply, at)
	return timers[0].Left > 0 && timers[1].Left > 0
}

// ThinkingTime returns the most that the player to move should still spend on the turn,
// and whether a clock runs. With a time per move the result is half of the time left. With
// base time it is a twentieth of the time left plus three quarters of the increment, and at
// most half of the time left.
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
