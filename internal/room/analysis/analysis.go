package analysis

import (
	"slices"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Answer holds the values of a position and its moves, in the form in which they are
// stored and sent.
type Answer struct {
	// Done says that the search is over: everything is exact, or its budget is spent.
	Done bool `json:"done"`

	Value room.Value  `json:"value"` // of the position
	Moves []MoveValue `json:"moves"` // every legal move, the best first
	Depth int         `json:"depth"` // plies searched completely; 0: solved or looked up
	Nodes int         `json:"nodes"` // positions searched
}

// MoveValue is the value of a move, which is in the notation of the game.
type MoveValue struct {
	Move  string     `json:"move"`
	Value room.Value `json:"value"`
}

// Exact reports whether all values are exact.
func (a *Answer) Exact() bool {
	return a.Value.Exact() && !slices.ContainsFunc(a.Moves, func(m MoveValue) bool { return !m.Value.Exact() })
}

// Improves reports whether a says more than b, which may be nil: it has more moves,
// closer bounds, or a deeper search with bounds as close.
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
	// values. Then the search may be tried again.
	BoundedLife = 10 * time.Minute

	// PartialLife is how long a store keeps an answer whose search goes on.
	PartialLife = time.Minute
)
