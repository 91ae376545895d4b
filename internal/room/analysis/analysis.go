package analysis

import (
	"slices"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Analysis is what is known of a position, in the form in which it is stored
// and sent.
type Answer struct {
	// Done: nothing deeper will come of this search, because all is exact or its
	// budget was spent.
	Done bool `json:"done"`

	Value room.Value  `json:"value"` // of the position
	Moves []MoveValue `json:"moves"` // every legal move, the best first
	Depth int         `json:"depth"` // plies searched in full; 0: solved, or looked up
	Nodes int         `json:"nodes"` // positions searched
}

// MoveValue is what is known of a move, which is in the game's notation.
type MoveValue struct {
	Move  string     `json:"move"`
	Value room.Value `json:"value"`
}

// Exact reports whether nothing is left to find out.
func (a *Answer) Exact() bool {
	return a.Value.Exact() && !slices.ContainsFunc(a.Moves, func(m MoveValue) bool { return !m.Value.Exact() })
}

// Improves reports whether a says more than b, which may be nil: of more moves,
// or between closer bounds, or as much by a deeper search.
func (a *Answer) Improves(b *Answer) bool {
	if b == nil {
		return true
	}
	if x, y := len(a.Moves), len(b.Moves); x != y {
		return x > y
	}
	if x, y := a.slack(), b.slack(); x != y {
		return x < y
	}
	return a.Depth > b.Depth
}

// slack returns how far apart all bounds are, in plies; 0 if all is exact.
func (a *Answer) slack() int {
	slack := a.Value.Gap()
	for _, m := range a.Moves {
		slack += m.Value.Gap()
	}
	return slack
}

// Life returns for how long a store keeps a.
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

// How long a store keeps answers.
const (
	// How long answers are kept: an exact one; one that a worker gave up to
	// deepen, after which it may be tried anew; one that is being deepened.
	ExactLife   = 7 * 24 * time.Hour
	BoundedLife = 10 * time.Minute
	PartialLife = time.Minute
)
