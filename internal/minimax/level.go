package minimax

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/rules"
)

// Level defines a strength of play. docs/teach/levels.md has the measured results.
type Level struct {
	Name   string        // part of the protocol and of stored games
	Depth  int           // plies to look ahead; 0 for as many as the budget allows
	Budget time.Duration // the maximum time for one move

	// Random levels look at nothing and choose any legal move, each with the same chance.
	Random bool

	// Newcomer levels choose at random from newcomerMoves.
	Newcomer bool

	// Perfect levels ask an exact solver before they search.
	Perfect bool

	// Margin is how much the score of a chosen move may be below the best score, in points
	// of the evaluator. In Connect Four without a depth, it is in percent of the estimate.
	// If the best score is certain, there is no margin.
	Margin Score

	// OverlookPercent is the chance that the level overlooks a certain win or loss to which
	// a move leads, if that end is more than NoticeDepth plies ahead. The move then has its
	// score at depth NoticeDepth. The level never overlooks obvious wins of the opponent;
	// see allowsObviousWin.
	OverlookPercent, NoticeDepth int

	First bool // of the moves within Margin, the first one in the order of the board, instead of any

	weights *weights // of the evaluation of a custom level; nil for the levels of Levels
}

// The budgets. On a large board, a level with a Depth may reach the end of its budget first.
// It then plays the best move of the last finished depth.
const (
	fixedDepthBudget = time.Second
	expertBudget     = 500 * time.Millisecond
	perfectBudget    = 5 * time.Second
)

// Unlimited is a budget that does not end.
const Unlimited = 1000 * time.Hour

// levels lists the levels, weakest first.
var levels = []Level{
	{Name: "random", Random: true, Budget: fixedDepthBudget},
	{Name: "very-easy", Depth: 1, Budget: fixedDepthBudget, Margin: 20},
	{Name: "easy", Depth: 2, Budget: fixedDepthBudget, Margin: 18, OverlookPercent: 30, NoticeDepth: 1},
	{Name: "normal", Depth: 3, Budget: fixedDepthBudget, Margin: 10, OverlookPercent: 50, NoticeDepth: 2},
	{Name: "difficult", Depth: 4, Budget: fixedDepthBudget, Margin: 4, OverlookPercent: 30, NoticeDepth: 2},
	{Name: "strong", Depth: 7, Budget: fixedDepthBudget, Margin: 1},
	{Name: "expert", Budget: expertBudget, Margin: 12},
	{Name: "perfect", Budget: perfectBudget, Perfect: true},
}

// Levels returns all levels, weakest first.
func Levels() []Level { return slices.Clone(levels) }

// ParseLevel returns the level with this name. The name may be the text of a custom level, as in
// package custom. The Name of a custom level is its canonical text. The error for an unknown name lists the valid
// names.
func ParseLevel(name string) (Level, error) {
	if custom.Is(name) {
		l, err := custom.Parse(name)
		if err != nil {
			return Level{}, err
		}
		return customLevel(l), nil
	}
	names := make([]string, 0, len(levels))
	for _, l := range levels {
		if l.Name == name {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return Level{}, fmt.Errorf("there is no level %.32q; the levels are %s and %sdepth=N,…", name, strings.Join(names, ", "), custom.Prefix)
}

// choose searches pos to the depth of the level or until its budget ends, and picks one of the
// moves that seem best. The search plays and takes back moves on pos itself.
func (l Level) choose(ctx context.Context, pos rules.Position, eval evaluator, rng *rand.Rand) (Choice, error) {
	limits := newLimits(ctx, l.Budget)
	if l.OverlookPercent > 0 {
		return l.chooseOverlooking(pos, eval, limits, rng)
	}
	s := newSearch(pos, eval, limits)
	s.margin = l.Margin
	var choice Choice
	for depth := 1; depth <= l.lastDepth(); depth++ {
		err := s.iterate(depth)
		if errors.Is(err, errBudget) {
			break
		} else if err != nil {
			return Choice{}, err
		}
		choice = l.pickMove(pos, s.root, rng)
		choice.Depth = depth
		if s.isFinal() {
			break
		}
	}
	choice.Nodes, choice.Moves = s.nodes, s.comparedMoves()
	return choice, nil
}

// lastDepth returns the depth of the last iteration.
func (l Level) lastDepth() int {
	if l.Depth <= 0 || l.Depth > maxDepth {
		return maxDepth
	}
	return l.Depth
}

// pickMove picks one of the moves whose scores are within the margin of the best score. If the
// best score is certain, it ignores the margin. Otherwise a certain loss is not within any margin.
func (l Level) pickMove(pos rules.Position, root []rootMove, rng *rand.Rand) Choice {
	best := slices.MaxFunc(root, func(a, b rootMove) int { return cmp.Compare(a.score, b.score) }).score
	least := best
	if _, certain := best.Mate(); !certain {
		least = max(best-l.Margin, -MaxHeuristic)
	}
	equal := slices.DeleteFunc(slices.Clone(root), func(r rootMove) bool { return r.score < least })
	picked := equal[rng.IntN(len(equal))]
	if l.First {
		picked = slices.MinFunc(equal, func(a, b rootMove) int { return compareFromTop(pos, a.move, b.move) })
	}
	return Choice{Move: picked.move, Score: picked.score}
}

// errBudget reports that the budget of the level has run out.
var errBudget = errors.New("minimax: budget spent")

// limits is what can end a search early. It has two deadlines, because the caller's deadline
// is an error for the caller and the end of the budget is not.
type limits struct {
	ctx            context.Context
	callerDeadline time.Time // deadline of ctx; zero if it has none
	budgetEnd      time.Time // end of the level's budget
}

// newLimits is the only code that converts a budget to a deadline.
func newLimits(ctx context.Context, budget time.Duration) limits {
	caller, _ := ctx.Deadline()
	return limits{ctx: ctx, callerDeadline: caller, budgetEnd: time.Now().Add(budget)}
}

// part returns the limits of the first of n searches that share the time that is left.
func (l *limits) part(n int) limits {
	return l.within(time.Until(l.budgetEnd) / time.Duration(n))
}

// within returns limits that end after a time, or before.
func (l *limits) within(d time.Duration) limits {
	part := *l
	if end := time.Now().Add(d); end.Before(part.budgetEnd) {
		part.budgetEnd = end
	}
	return part
}

// check returns an error if the search must end now. It reads the clock, because the timers of
// ctx may fire late on a busy machine. It also yields to other goroutines. Otherwise, on one
// core, a reply that takes a millisecond would wait 10 ms until the runtime interrupts a
// search.
func (l *limits) check() error {
	Yield()
	if err := l.ctx.Err(); err != nil {
		return err
	}
	now := time.Now()
	if !l.callerDeadline.IsZero() && !now.Before(l.callerDeadline) {
		return context.DeadlineExceeded
	}
	if !now.Before(l.budgetEnd) {
		return errBudget
	}
	return nil
}
