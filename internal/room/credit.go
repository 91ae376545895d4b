package room

import (
	"time"
)

// Outage is a time in which a process could store nothing, in one shard or in all:
// players could not move through it, and their clocks ran on.
type Outage struct {
	Since, Until time.Time

	// Whole says that no other process could either: none was there.
	NoHubAlive bool
}

// What outages are credited.
const (
	// MinCredit is the shortest outage that is credited. Shorter ones hardly show
	// among what clocks of processes differ by.
	MinCredit = time.Second

	// MaxCredit bounds what one outage is credited, whatever a process whose clock
	// has jumped believes.
	MaxCredit = 24 * time.Hour

	// CreditGrace is how long after an outage of one process Sweep credits it before a
	// flag falls, and how long people may take to come back to a room that nobody had
	// open. Later whoever was cut off has been credited.
	CreditGrace = 10 * time.Second
)

// TurnCredit is an outage that a turn of a game was credited.
type TurnCredit struct {
	Ply int   `json:"ply"` // how many moves there were
	MS  int64 `json:"ms"`
}

// creditFor returns what the turn that is on is owed for an outage, and whether
// it is owed anything: no more than has passed of the turn, nothing that was
// credited before, and nothing for what came after the flag had fallen.
func (s *State) CreditFor(o Outage, now time.Time) (Credited, bool) {
	flag, ok := s.FlagAt()
	if !ok {
		return Credited{}, false
	}
	// Without the monotonic reading: entries have none, and the two disagree when a
	// clock is set.
	since := later(later(o.Since.Round(0), s.TurnAt), s.CreditedTo)
	until := earlier(o.Until.Round(0), now.Round(0))
	lasted := min(until.Sub(since), MaxCredit)
	if lasted < MinCredit || !since.Before(flag) {
		return Credited{}, false
	}
	return Credited{MS: lasted.Milliseconds(), Until: until.UnixMilli()}, true
}

func decideCredit(s *State, by PlayerID, do Credit, now time.Time) (Event, error) {
	if by != "" {
		return nil, ErrNotSeated // it is the room's own doing
	}
	ev, ok := s.CreditFor(Outage{Since: do.Since, Until: do.Until}, now)
	if !ok {
		return nil, ErrNothingDue
	}
	return ev, nil
}

// creditTurn has the turn that is on begin later.
func (s *State) creditTurn(ev Credited) error {
	if !s.ticking() || ev.MS <= 0 || ev.MS > MaxCredit.Milliseconds() || ev.Until > s.At.UnixMilli() {
		return errOutOfPlace
	}
	began := s.TurnAt.Add(time.Duration(ev.MS) * time.Millisecond)
	if began.After(s.At) {
		return errOutOfPlace
	}
	s.TurnAt, s.CreditedTo = began, fromMilli(ev.Until)
	s.Credits = append(s.Credits, TurnCredit{len(s.Moves), ev.MS})
	return nil
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
