package room

import (
	"fmt"
	"slices"
	"time"
)

// Outage is a time in which no process could store anything in a shard. Players could not
// move, but their clocks ran.
type Outage struct{ Since, Until time.Time }

// Limits of credits.
const (
	// MinCredit is the shortest part of an outage that is credited. Clocks of processes differ
	// by almost as much.
	MinCredit = time.Second

	// MaxCredit bounds the credit for one outage, in case the clock of a process has
	// jumped.
	MaxCredit = 24 * time.Hour
)

// Credited moves the beginning of the present turn by MS milliseconds, because no move
// could be stored in that time. It follows from a process's command, not from a player's.
type Credited struct {
	MS    int64 `json:"ms"`
	Until int64 `json:"until"` // outages up to this Unix millisecond are now credited
}

// Credit gives the present turn back the time of an outage. A process that knows of the
// outage sends it.
type Credit Outage

// CreditID returns the ID of the Credit that follows entry n. If several processes credit an
// outage after the same entry, only one Credit is carried out.
func CreditID(n uint64) string { return fmt.Sprintf("credit-%d", n) }

// TurnCredit is the credit of one turn for an outage.
type TurnCredit struct {
	Ply int   `json:"ply"` // moves made before the turn
	MS  int64 `json:"ms"`
}

func (Credited) Kind() string { return "credited" }

// CreditFor returns the credit of the present turn for an outage, and whether the turn has
// a credit. The credit is the part of the outage since the turn began that was not credited
// before. There is no credit if the flag fell before this part began.
func (s *State) CreditFor(o Outage, now time.Time) (Credited, bool) {
	flag, ok := s.FlagAt()
	if !ok {
		return Credited{}, false
	}
	// Entries have no monotonic clock reading, so compare without it.
	since := slices.MaxFunc([]time.Time{o.Since.Round(0), s.TurnAt, s.CreditedTo}, time.Time.Compare)
	until := earlier(o.Until.Round(0), now.Round(0))
	lasted := min(until.Sub(since), MaxCredit)
	if lasted < MinCredit || !since.Before(flag) {
		return Credited{}, false
	}
	return Credited{MS: lasted.Milliseconds(), Until: until.UnixMilli()}, true
}

func (do Credit) decide(s *State, c Command, now time.Time) (Event, error) {
	if c.By != "" {
		return nil, ErrNotSeated // players cannot credit themselves
	}
	ev, ok := s.CreditFor(Outage(do), now)
	if !ok {
		return nil, ErrNothingDue
	}
	return ev, nil
}

func (Credit) made(_ PlayerID, e Event) bool { return is[Credited](e) }

// apply makes the present turn begin later, by the time credited.
func (ev Credited) apply(s *State) error {
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
