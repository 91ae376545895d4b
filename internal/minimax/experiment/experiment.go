// Package experiment measures the search and the levels, for the classic tables of reports on
// game trees: how many positions minimax and alpha-beta visit at each depth, how players of
// different depth or weights score against each other, how much the first move is worth, and how
// long random games are.
//
// It promises:
//
//   - An experiment consists of trials. A trial depends on the settings and on its own number,
//     and on no other trial. So an experiment can be stopped after any trial and continued later.
//     The same seed gives the same table, except for times.
//   - Every mean and share that comes from a sample has a 95 % confidence interval.
//   - A table can be made from any subset of the trials.
//
// The files are experiment.go: settings, trials and running; effort.go, games.go, first.go,
// lengths.go: the experiments; table.go and plot.go: the results.
package experiment

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

// Settings describe an experiment. Each experiment uses some of them; see Kinds.
type Settings struct {
	Kind       string             `json:"kind"`
	Games      []string           `json:"games"`                // variants
	Levels     []string           `json:"levels,omitempty"`     // see ParsePlayer
	Depth      int                `json:"depth,omitempty"`      // the maximum, in plies
	Evaluation minimax.Evaluation `json:"evaluation,omitempty"` // of positions at the horizon, for effort
	Positions  int                `json:"positions,omitempty"`  // that effort searches at each depth
	Opening    int                `json:"opening,omitempty"`    // random turns before a position or a game
	N          int                `json:"n,omitempty"`          // number of games
	MaxNodes   int                `json:"maxNodes,omitempty"`   // limit of positions in one search of effort
	Seed       uint64             `json:"seed"`
}

// Values are the results of a trial, by name.
type Values map[string]float64

// Trial is a completed trial.
type Trial struct {
	ID     string `json:"trial"`
	Values Values `json:"values"`
}

// Experiment is an experiment with valid settings. Only one goroutine may use it.
type Experiment struct {
	Settings
	trials []trial
	table  func(done map[string]Values) Table
}

// trial is a trial that can be run.
type trial struct {
	id   string
	cost float64 // relative to other trials; used for the time left
	run  func(ctx context.Context) (Values, error)
}

// Kind is a kind of experiment, with its usual settings.
type Kind struct {
	Usual Settings
	About string
	New   func(Settings) (*Experiment, error) // checks the settings
}

// Kinds returns all kinds of experiments.
func Kinds() []Kind {
	return []Kind{effortKind, depthsKind, weightsKind, firstKind, lengthsKind}
}

// Run runs all trials that are not in before. After each trial, it calls record with the trial and
// the share of all work that is done, from 0 to 1. It stops at the first error of a trial, of
// record or of ctx, and returns this error.
func (e *Experiment) Run(ctx context.Context, before []Trial, record func(done Trial, share float64) error) error {
	done, total := e.cost(before)
	for _, p := range e.trials {
		if slices.ContainsFunc(before, func(b Trial) bool { return b.ID == p.id }) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		values, err := p.run(ctx)
		if err != nil {
			return err
		}
		done += p.cost
		if err := record(Trial{p.id, values}, done/total); err != nil {
			return err
		}
	}
	return nil
}

// Share returns the share of all work that is done when these trials are done, from 0 to 1.
func (e *Experiment) Share(trials []Trial) float64 {
	done, total := e.cost(trials)
	return done / total
}

func (e *Experiment) cost(trials []Trial) (done, total float64) {
	known := byID(trials)
	for _, p := range e.trials {
		total += p.cost
		if known[p.id] != nil {
			done += p.cost
		}
	}
	return done, total
}

// Table returns the table of these completed trials.
func (e *Experiment) Table(trials []Trial) Table {
	t := e.table(byID(trials))
	t.Settings = e.Settings
	t.Complete = e.Share(trials) == 1
	return t
}

func byID(trials []Trial) map[string]Values {
	m := map[string]Values{}
	for _, p := range trials {
		m[p.ID] = p.Values
	}
	return m
}

// parseGames returns the games of the settings.
func (s Settings) parseGames() (games []rules.Game, err error) {
	for _, variant := range s.Games {
		g, err := rules.Parse(variant)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", variant, err)
		}
		games = append(games, g)
	}
	if len(games) == 0 {
		return nil, errors.New("an experiment needs a game")
	}
	return games, nil
}

// onlyGame returns the game of settings that must have exactly one. It also checks Opening.
func (s Settings) onlyGame() (rules.Game, error) {
	games, err := s.parseGames()
	if err == nil && len(games) > 1 {
		return nil, fmt.Errorf("%s is about one game", s.Kind)
	}
	if err != nil {
		return nil, err
	}
	if most := match.LongestOpening(games[0]); s.Opening > most {
		return nil, fmt.Errorf("after %d random turns a game of %s can be over; at most %d", s.Opening, games[0].Variant(), most)
	}
	return games[0], nil
}

// rng returns the random generator of the trial with a number.
func (s Settings) rng(number int) *rand.Rand {
	return rand.New(rand.NewPCG(s.Seed, uint64(number)))
}

// plainPrefix begins the text of a plain player: depth=4 looks 4 plies ahead, with the evaluation
// of the levels and no margin.
const plainPrefix = "depth="

// ParsePlayer returns a plain player such as depth=4, or the level that minimax.ParseLevel returns.
// A level with a depth gets no time limit.
func ParsePlayer(text string) (minimax.Level, error) {
	if number, ok := strings.CutPrefix(text, plainPrefix); ok {
		var depth int
		if _, err := fmt.Sscanf(number, "%d", &depth); err != nil || fmt.Sprint(depth) != number || depth < 1 || depth > maxDepth {
			return minimax.Level{}, fmt.Errorf("%s: the depth is a number from 1 to %d", text, maxDepth)
		}
		return minimax.Level{Name: text, Depth: depth, Budget: unlimited}, nil
	}
	l, err := minimax.ParseLevel(text)
	if l.Depth > 0 {
		l.Budget = unlimited
	}
	return l, err
}
