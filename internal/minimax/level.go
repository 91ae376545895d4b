package minimax

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Level is how strong the machine plays, as a recipe. docs/levels.md says what
// came of it.
type Level struct {
	Name   string        // as users choose and stores keep it
	Depth  int           // plies to look ahead, 0 for as many as the budget allows
	Budget time.Duration // how long one move may take at most

	// Perfect levels ask an exact solver before they search.
	Perfect bool

	// Margin is the evaluator's points within which moves seem equally good, so that
	// one of them is drawn; in Connect Four without a depth, percent of the
	// estimate. A certain end is never blurred: the soonest win is taken.
	Margin Score

	// Overlooks is the chance, in percent, that the certain end which a move leads
	// to goes unnoticed, if it lies more than Glance plies ahead; the move then
	// seems as good as it looks after Glance plies. What is obvious is never
	// overlooked: see obvious.
	Overlooks, Glance int
}

// The budgets. A depth that a large board makes too slow ends with its budget
// too, and the answer is the best of the last depth that was finished.
const (
	fixedDepthBudget = time.Second
	expertBudget     = 500 * time.Millisecond
	perfectBudget    = 5 * time.Second
)

// levels is the table of levels, weakest first.
var levels = []Level{
	{Name: "very-easy", Depth: 1, Budget: fixedDepthBudget, Margin: 20},
	{Name: "easy", Depth: 2, Budget: fixedDepthBudget, Margin: 10, Overlooks: 25, Glance: 1},
	{Name: "normal", Depth: 3, Budget: fixedDepthBudget, Margin: 7, Overlooks: 40, Glance: 2},
	{Name: "difficult", Depth: 4, Budget: fixedDepthBudget, Margin: 4, Overlooks: 30, Glance: 2},
	{Name: "strong", Depth: 7, Budget: fixedDepthBudget, Margin: 1},
	{Name: "expert", Budget: expertBudget, Margin: 12},
	{Name: "perfect", Budget: perfectBudget, Perfect: true},
}

// Levels returns all levels, weakest first.
func Levels() []Level { return slices.Clone(levels) }

// ParseLevel returns the level of that name. The error for any other name lists
// the names.
func ParseLevel(name string) (Level, error) {
	names := make([]string, 0, len(levels))
	for _, l := range levels {
		if l.Name == name {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return Level{}, fmt.Errorf("there is no level %.32q; the levels are %s", name, strings.Join(names, ", "))
}

// choose searches pos, to the level's depth or until its budget ends, and picks
// one of the moves that seem best. It searches in pos itself and leaves it in any
// state.
func (l Level) choose(ctx context.Context, pos rules.Position, eval evaluator, rng *rand.Rand) (Choice, error) {
	if pos.Outcome().Over() {
		return Choice{}, ErrOver
	}
	limits := newLimits(ctx, l.Budget)
	if err := limits.check(); err != nil && !errors.Is(err, errBudget) {
		return Choice{}, err
	}
	if l.Overlooks > 0 {
		return l.glance(pos, eval, limits, rng)
	}
	s := newSearch(pos, eval, limits)
	s.margin = l.Margin
	var choice Choice
	for depth := 1; depth <= l.last(); depth++ {
		err := s.iterate(depth)
		if errors.Is(err, errBudget) {
			break
		} else if err != nil {
			return Choice{}, err
		}
		choice = draw(s.root, l.Margin, rng)
		choice.Depth = depth
		if s.settled() {
			break
		}
	}
	choice.Nodes = s.nodes
	return choice, nil
}

// last is the depth of the last iteration.
func (l Level) last() int {
	if l.Depth <= 0 || l.Depth > maxDepth {
		return maxDepth
	}
	return l.Depth
}

// draw picks one of the moves whose scores are within a margin of the best. If the
// best is a certain end there is no margin.
func draw(root []rootMove, margin Score, rng *rand.Rand) Choice {
	best := -infinity
	for _, r := range root {
		best = max(best, r.score)
	}
	if _, certain := best.Mate(); certain {
		margin = 0
	}
	var equal []rootMove
	for _, r := range root {
		if r.score >= best-margin {
			equal = append(equal, r)
		}
	}
	drawn := equal[rng.IntN(len(equal))]
	return Choice{Move: drawn.move, Score: drawn.score}
}

// errBudget says that the level's own budget has run out.
var errBudget = errors.New("minimax: budget spent")

// limits is what may end a search early. The two deadlines are kept apart
// because they end it in different ways.
type limits struct {
	ctx    context.Context
	caller time.Time // deadline of ctx; zero if it has none
	own    time.Time // end of the level's budget
}

// newLimits is where a budget becomes a deadline.
func newLimits(ctx context.Context, budget time.Duration) limits {
	caller, _ := ctx.Deadline()
	return limits{ctx: ctx, caller: caller, own: time.Now().Add(budget)}
}

// check returns why the search has to end now, or nil. It reads the clock
// rather than wait for the timers of ctx, which a busy processor delays.
func (l *limits) check() error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	now := time.Now()
	if !l.caller.IsZero() && !now.Before(l.caller) {
		return context.DeadlineExceeded
	}
	if !now.Before(l.own) {
		return errBudget
	}
	return nil
}
