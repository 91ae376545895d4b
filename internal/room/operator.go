package room

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Operator acts for whoever runs the service. It is no hash, so that no secret
// leads to it.
const Operator PlayerID = "operator"

// MaxNote bounds what an operator can say with Close, in characters.
const MaxNote = 200

// ErrBadNote refuses a Close.
var ErrBadNote = &Refusal{"bad_note", "A reason has at most 200 characters, all of them printable."}

// decideForOperator: an operator closes rooms, and plays in none.
func decideForOperator(do Action) (Event, error) {
	shut, ok := do.(Close)
	if !ok {
		return nil, ErrNotSeated
	}
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	note := strings.TrimSpace(shut.Note)
	if !utf8.ValidString(note) || utf8.RuneCountInString(note) > MaxNote || strings.ContainsFunc(note, unprintable) {
		return nil, ErrBadNote
	}
	return Closed{Reason: ReasonOperator, Note: note}, nil
}
