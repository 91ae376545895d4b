package room

import "time"

// MaxPace is the longest pause between two moves of AI against AI.
const MaxPace = 10 * time.Second

// Paced sets the speed of AI against AI.
type Paced struct {
	MS     int64 `json:"ms"` // pause between two moves, in milliseconds
	Paused bool  `json:"paused"`
}

// Pace sets the speed of AI against AI. Only the owner may send it.
type Pace struct {
	Every  time.Duration
	Paused bool
}

var ErrBadPace = &Refusal{"bad_pace", "The pace is for AI against AI, and at most 10 seconds."}

func (Paced) Kind() string { return "paced" }

func (do Pace) decide(s *State, c Command, _ time.Time) (Event, error) {
	switch {
	case c.By != s.Owner:
		return nil, ErrNotOwner
	case !s.BothAI() || do.Every < 0 || do.Every > MaxPace:
		return nil, ErrBadPace
	case !do.Paused && s.Paused:
		return Paced{MS: do.Every.Milliseconds()}, nil // ending a pause is always allowed
	}
	return Paced{MS: do.Every.Milliseconds(), Paused: do.Paused}, s.mayChange()
}

func (do Pace) made(_ PlayerID, e Event) bool {
	made, ok := e.(Paced)
	return ok && made.MS == do.Every.Milliseconds() && made.Paused == do.Paused
}

func (ev Paced) apply(s *State) error {
	if !s.BothAI() {
		return errOutOfPlace
	}
	s.Pace, s.Paused = time.Duration(ev.MS)*time.Millisecond, ev.Paused
	s.Changes++
	return nil
}

// Ending a pause is always allowed.
func (ev Paced) refusedWhenFull() bool { return ev.Paused }
