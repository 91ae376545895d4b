// Package experiment measures the search and the levels, for the classic tables and plots of reports on
// game trees: how many positions minimax and alpha-beta visit at each depth, and how players of
// different depth or weights score against each other.
//
// It promises:
//
//   - The same seed gives the same table, except for times.
//   - Every mean and share that comes from a sample has a 95 % confidence interval.
//   - A stopped experiment has a table and a plot too: of what it measured until then.
//
// The files are experiment.go: settings, trials and running; effort.go and games.go: the experiments;
// table.go and plot.go: the results; texts.go: what both say, in English and French.
package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/rules"
)

// Settings describe an experiment. Each experiment uses some of them; see Kinds.
type Settings struct {
	Kind       string
	Game       string             // a variant
	Levels     []string           // see match.ParsePlayer
	Depth      int                // the maximum, in plies
	Evaluation minimax.Evaluation // of positions at the horizon, for effort
	Positions  int                // that effort searches at each depth
	Moves      string             // to the position that effort searches, in the game's notation; then Positions is 1 and Opening 0
	Textbook   bool               // for effort, as FullRoot: see minimax.Inspection
	FullRoot   bool
	Opening    int // random turns before a position or a game
	N          int // number of games
	MaxNodes   int // limit of positions in one search of effort
	Seed       uint64

	// FirstOnly leaves out the games between players other than the first one. Only NewMatch uses it.
	FirstOnly bool

	// Open returns the program that plays for the text of a player, and its name; nil: the text is that of a level.
	// Only NewMatch uses it.
	Open func(text string) (match.Program, string)
}

// Experiment is an experiment with valid settings. Only one goroutine may use it.
type Experiment struct {
	Settings
	measured names.Text // the settings, for people
	trials   []trial    // those that are left
	table    func() Table
}

// trial measures a part of an experiment, and adds the result to what its table shows. If it fails,
// it adds nothing.
type trial func(ctx context.Context) error

// Kind is a kind of experiment, with its usual settings.
type Kind struct {
	Usual Settings
	About string
	New   func(Settings) (*Experiment, error) // checks the settings
}

// Kinds returns all kinds of experiments.
func Kinds() []Kind {
	return []Kind{effortKind, depthsKind, weightsKind, reasonsKind}
}

// Run runs all trials. After each, it calls progress with the number of trials that are done and of
// all. It stops at the first error of a trial or of ctx, and returns this error.
func (e *Experiment) Run(ctx context.Context, progress func(done, all int)) error {
	for done, all := 1, len(e.trials); len(e.trials) > 0; done++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := e.trials[0](ctx); err != nil {
			return err
		}
		e.trials = e.trials[1:]
		progress(done, all)
	}
	return nil
}

// Table returns the table of the trials that are done.
func (e *Experiment) Table() Table {
	t := e.table()
	t.Measured, t.Complete = measuredText.With(e.measured, e.Seed), len(e.trials) == 0
	if !t.Complete {
		t.Measured = notComplete.With(t.Measured)
	}
	return t
}

// parseGame returns the game of the settings. It also checks Opening.
func (s Settings) parseGame() (rules.Game, error) {
	game, err := rules.Parse(s.Game)
	if err != nil {
		return nil, err
	}
	if most := match.LongestOpening(game); s.Opening < 0 || s.Opening > most {
		return nil, fmt.Errorf("%d random turns: must be 0 to %d, so that the game is not over after them", s.Opening, most)
	}
	return game, nil
}

// rng returns the random generator of the trial with a number.
func (s Settings) rng(number int) *rand.Rand {
	return rand.New(rand.NewPCG(s.Seed, uint64(number)))
}
