package room

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Operator is the player ID that acts for the operator. It is not a hash, so no secret has
// this ID.
const Operator PlayerID = "operator"

// MaxNote is the greatest length of Close.Note, in characters.
const MaxNote = 200

// ErrBadNote refuses a Close whose Note is too long or not printable.
var ErrBadNote = &Refusal{"bad_note", "A reason has at most 200 characters, all of them printable."}

// decideForOperator decides commands of the operator, who only closes rooms.
func decideForOperator(do Action) (Event, error) {
	closing, ok := do.(Close)
	if !ok {
		return nil, ErrNotSeated
	}
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	note := strings.TrimSpace(closing.Note)
	if !utf8.ValidString(note) || utf8.RuneCountInString(note) > MaxNote || strings.ContainsFunc(note, unprintable) {
		return nil, ErrBadNote
	}
	return Closed{Reason: ReasonOperator, Note: note}, nil
}
