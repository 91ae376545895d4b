package room

import "fmt"

// Event is something that happened in a room. Each kind has a file with all that belongs to it: the
// event, the action that leads to it, the decision and the fold. CONTRIBUTING.md lists what a new kind
// needs.
//
// The JSON form of an event is stored, is sent to browsers, and is read by other versions
// of this program. A reader must be able to ignore a new field. Never change the meaning of
// a field, and never let apply accept what it refused before: add a new kind instead.
// docs/dev/decisions/0017-a-room-may-be-newer-than-its-reader.md has the rules.
type Event interface {
	// Kind returns the name of the event as it is stored and sent.
	Kind() string

	// apply folds the event into s, whose N and At are those of the event already.
	apply(s *State) error
}

// These are implemented by some kinds of event. Resigned needs none of them, Emoted is refusable,
// Admitted is ignorable.
type (
	// ignorable is implemented by a kind that older programs may skip. Everything that an
	// older program decides, draws or records must be right without such events. It may count
	// toward a limit that only decisions check, as Admitted does: an older program allows more.
	ignorable interface{ ignorable() bool }

	// refusable is implemented by a kind that RefusedWhenFull may refuse.
	refusable interface{ refusedWhenFull() bool }
)

// RefusedWhenFull reports whether e is refused once a log has MaxEntries entries, and costs space: see
// Step.Cost. A full log, or store, still accepts the events that the game in progress needs to end.
func RefusedWhenFull(e Event) bool {
	r, ok := e.(refusable)
	return ok && r.refusedWhenFull()
}

// Unknown is an event of a kind that this program does not know, written by a newer
// version. The fold skips an ignorable event. For any other, Apply fails with ErrTooNew.
type Unknown struct {
	Type      string
	Data      string // a JSON object
	Ignorable bool   // whether the writer lets readers skip the event
}

// Kind implements Event.
func (u Unknown) Kind() string { return u.Type }

func (u Unknown) ignorable() bool { return u.Ignorable }

// MarshalJSON implements json.Marshaler.
func (u Unknown) MarshalJSON() ([]byte, error) { return []byte(u.Data), nil }

func (u Unknown) apply(s *State) error {
	if !u.Ignorable {
		return fmt.Errorf("%w: the room has an event of the type %q", ErrTooNew, u.Type)
	}
	if s.Phase == PhaseNone {
		return errOutOfPlace
	}
	s.skipped = true
	return nil
}
