package analysis

import (
	"slices"
	"time"

	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/room"
)

// Answer has the values of a position and its moves. Its JSON form is the one that stores keep
// and clients get.
type Answer struct {
	// Done says that the search is over: all values are exact, or its budget is spent.
	Done bool `json:"done"`

	Value room.Value  `json:"value"` // the value of the position
	Moves []MoveValue `json:"moves"` // every legal move, the best first
	Depth int         `json:"depth"` // plies searched completely; 0: a solver, a table or a book gave the values
	Nodes int         `json:"nodes"` // positions searched

	// Reason says why one side wins. It is nil if neither does, if no short reason is known, or if
	// none has been looked for yet.
	Reason *reasons.Reason `json:"reason,omitempty"`
}

// MoveValue is a move, in the notation of the game, and its value.
type MoveValue struct {
	Move  string     `json:"move"`
	Value room.Value `json:"value"`
}

// Exact reports whether all values are exact.
func (a *Answer) Exact() bool {
	return a.Value.Exact() && !slices.ContainsFunc(a.Moves, func(m MoveValue) bool { return !m.Value.Exact() })
}

// Improves reports whether a is better than b, which may be nil: a has more moves, closer
// bounds, a reason, or equally close bounds from a deeper search.
func (a *Answer) Improves(b *Answer) bool {
	if b == nil {
		return true
	}
	if x, y := len(a.Moves), len(b.Moves); x != y {
		return x > y
	}
	if x, y := a.gap(), b.gap(); x != y {
		return x < y
	}
	if x, y := a.Reason != nil, b.Reason != nil; x != y {
		return x
	}
	return a.Depth > b.Depth
}

// gap returns the sum of the distances between all bounds, in plies; 0 if all values are
// exact.
func (a *Answer) gap() int {
	sum := a.Value.Gap()
	for _, m := range a.Moves {
		sum += m.Value.Gap()
	}
	return sum
}

// Life returns how long a store keeps a.
func (a *Answer) Life() time.Duration {
	switch {
	case !a.Done:
		return PartialLife
	case a.Exact():
		return ExactLife
	default:
		return BoundedLife
	}
}

const (
	// ExactLife is how long a store keeps an exact answer.
	ExactLife = 7 * 24 * time.Hour

	// BoundedLife is how long a store keeps an answer whose search has ended without exact
	// values. After that, asking again starts a new search.
	BoundedLife = 10 * time.Minute

	// PartialLife is how long a store keeps an answer whose search goes on.
	PartialLife = time.Minute
)
