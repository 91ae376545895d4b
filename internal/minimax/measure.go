package minimax

import (
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Measurement selects what Measure searches.
type Measurement struct {
	Technique
	Tabled     bool // use a transposition table
	Depth      int  // plies
	Evaluation Evaluation
	MaxNodes   int // the search ends after about this many positions
}

// Measure searches pos as Inspect does, but without a recorder. It returns the effort, and the
// value of pos for the side to move. It does not count Leaves and Cutoffs. With ordered moves,
// Total and Time include the shallower searches that order the moves. If the search ended at
// MaxNodes, the effort is not complete.
//
// The position must be Inspectable, and stays unchanged. If the game is over, Measure returns
// ErrOver. If ctx ends, it returns the error of ctx.
func Measure(ctx context.Context, pos rules.Position, what Measurement) (Effort, Score, error) {
	if pos.Outcome().Over() {
		return Effort{}, 0, ErrOver
	}
	limits := newLimits(ctx, unlimited)
	if err := limits.check(); err != nil {
		return Effort{}, 0, err
	}
	s := Inspection{Evaluation: what.Evaluation}.search(limits, pos, what.Technique)
	s.recorder, s.maxNodes = nil, what.MaxNodes
	if what.Tabled {
		s.table = newTranspositions(s.pos)
	}
	effort := Effort{Technique: what.Technique, Depth: what.Depth}
	depth := what.Depth
	if what.Ordered {
		depth = 1
	}
	start := time.Now()
	for ; depth <= what.Depth; depth++ {
		before := s.nodes
		err := s.iterate(depth)
		effort.Nodes = s.nodes - before + 1 // the search does not count its root
		effort.Total += effort.Nodes
		if errors.Is(err, errBudget) {
			effort.Time = time.Since(start)
			return effort, 0, nil
		}
		if err != nil {
			return Effort{}, 0, err
		}
	}
	effort.Time, effort.Complete = time.Since(start), true
	return effort, s.score, nil
}

// unlimited is a budget that no search reaches.
const unlimited = 1000 * time.Hour
