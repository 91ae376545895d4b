package room

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Closed ends the room for good.
type Closed struct {
	Reason string `json:"reason"`
	Note   string `json:"note,omitempty"` // the operator's explanation
}

// Why a room was closed.
const (
	ReasonUnjoined  = "unjoined"  // nobody took the second seat
	ReasonAbandoned = "abandoned" // no entry for AbandonedLimit
	ReasonOperator  = "operator"  // the operator closed the room
)

// Operator is the player ID that acts for the operator. It is not a hash, so no secret has
// this ID.
const Operator PlayerID = "operator"

// MaxNote is the greatest length of Close.Note, in characters.
const MaxNote = 200

// ErrBadNote refuses a Close whose Note is too long or not printable.
var ErrBadNote = &Refusal{"bad_note", "A reason has at most 200 characters, all of them printable."}

// Close ends the room, and the present game without a result. Only Operator may send it.
type Close struct{ Note string }

func (Closed) Kind() string { return "closed" }

func (do Close) decide() (Event, error) {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	note := strings.TrimSpace(do.Note)
	if !utf8.ValidString(note) || utf8.RuneCountInString(note) > MaxNote || strings.ContainsFunc(note, unprintable) {
		return nil, ErrBadNote
	}
	return Closed{Reason: ReasonOperator, Note: note}, nil
}

func (Close) made(_ PlayerID, e Event) bool { return is[Closed](e) }

func (ev Closed) apply(s *State) error {
	s.Phase, s.ClosedFor = PhaseClosed, ev.Reason
	if s.Ended.IsZero() {
		s.Ended = s.At
	}
	return nil
}
