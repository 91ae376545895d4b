package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/experiment"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

const matchUsage = `aiworker match plays two levels against each other and counts the results, with 95 % confidence intervals.

A level is one of the seven, a custom level (docs/levels.md has its settings), or depth=4: it looks 4 plies ahead,
with the evaluation of the levels, no randomness but between equal moves, and all the time that it needs. The
levels take turns in moving first. Both games of a pair start with the same random opening. The same seed gives
the same match, unless a level's time budget ends a search early.

For each level, the mean depth of its searches and the mean positions and time of its moves are shown. Moves
from a table, a book or the exact solver have no depth.`

type matchConfig struct {
	match.Config
	countErrors bool
}

func matchCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	cfg, err := parseMatchConfig(args, stderr)
	if err != nil {
		return refused(err, "match", stderr)
	}
	engine := minimax.NewEngine(minimax.Options{})
	if cfg.countErrors {
		cfg.Oracle = func(ctx context.Context, pos rules.Position) (minimax.Analysis, error) {
			return engine.Analyse(ctx, pos, oracleBudget, nil)
		}
	}
	last := time.Now()
	tally, err := match.Play(ctx, engine, cfg.Config, func(t match.Tally) {
		if time.Since(last) >= progressEvery {
			last = time.Now()
			fmt.Fprintf(stderr, "%d of %d games: %d won, %d drawn, %d lost\n", t.Games(), cfg.Games, t.Wins, t.Draws, t.Losses)
		}
	})
	// On error, show the result of the games that were played.
	printTally(stdout, cfg, tally)
	if err != nil {
		fmt.Fprintf(stderr, "aiworker match: %v\n", err)
		return 1
	}
	return 0
}

// oracleBudget limits the time to solve a position for -errors. A move whose exact value is
// not found in this time is not judged.
const oracleBudget = 5 * time.Second

func parseMatchConfig(args []string, stderr io.Writer) (matchConfig, error) {
	var cfg matchConfig
	fs := newFlags("match", matchUsage, stderr)
	game := fs.String("game", "connect4:7x6:4", "`variant`")
	a := fs.String("a", "", "first `level`, such as strong, depth=4 or custom:depth=7,open3=100,open2=10")
	b := fs.String("b", "", "second `level`")
	fs.IntVar(&cfg.Games, "n", 200, "number of games")
	fs.Uint64Var(&cfg.Seed, "seed", 1, "random seed for openings and moves")
	fs.IntVar(&cfg.Opening, "opening", match.AutoOpening, "random turns at the start of a game; -1: as many as needed to make games differ")
	fs.BoolVar(&cfg.countErrors, "errors", false, "count each level's errors by exact values (slow)")
	if err := parse(fs, args); err != nil {
		return cfg, err
	}
	if cfg.Games < 1 || cfg.Opening < match.AutoOpening {
		return cfg, errors.New("-n must be at least 1, -opening must be at least -1")
	}
	var err error
	if cfg.Game, err = rules.Parse(*game); err != nil {
		return cfg, fmt.Errorf("-game: %w", err)
	}
	if cfg.A, err = parseSide(*a); err != nil {
		return cfg, fmt.Errorf("-a: %w", err)
	}
	if cfg.B, err = parseSide(*b); err != nil {
		return cfg, fmt.Errorf("-b: %w", err)
	}
	if cfg.Opening > match.LongestOpening(cfg.Game) {
		return cfg, fmt.Errorf("-opening %d: a game of %s can be over by then", cfg.Opening, cfg.Game.Variant())
	}
	return cfg, nil
}

// parseSide returns the level of one side: with its budget, or plain as in an experiment.
func parseSide(text string) (minimax.Level, error) {
	if experiment.IsPlain(text) {
		return experiment.ParsePlayer(text)
	}
	return minimax.ParseLevel(text)
}

func printTally(w io.Writer, cfg matchConfig, t match.Tally) {
	fmt.Fprintf(w, "%s, %s against %s, seed %d\n", cfg.Game.Variant(), cfg.A.Name, cfg.B.Name, cfg.Seed)
	width := max(len("is second"), len(cfg.A.Name), len(cfg.B.Name)) // of the first column
	fmt.Fprintf(w, "%-*s %6s %6s %6s %6s  %s\n", width, cfg.A.Name, "games", "won", "drawn", "lost", "points (95 %)")
	row := func(name string, won, drawn, lost int) {
		n := won + drawn + lost
		fmt.Fprintf(w, "%-*s %6d %6d %6d %6d  %s\n", width, name, n, won, drawn, lost, percent(match.Wilson(float64(won)+float64(drawn)/2, n)))
	}
	row("begins", t.AsFirst[0], t.AsFirst[1], t.AsFirst[2])
	row("is second", t.Wins-t.AsFirst[0], t.Draws-t.AsFirst[1], t.Losses-t.AsFirst[2])
	row("in all", t.Wins, t.Draws, t.Losses)
	fmt.Fprintf(w, "games won: %s\n", percent(t.Won()))
	sides := []struct {
		name  string
		moves match.Moves
	}{{cfg.A.Name, t.A}, {cfg.B.Name, t.B}}
	fmt.Fprintf(w, "%-*s %6s %8s %10s %12s %10s\n", width, "effort", "moves", "searched", "mean depth", "nodes/move", "ms/move")
	for _, l := range sides {
		m := l.moves
		depth := "-"
		if m.Searched > 0 {
			depth = fmt.Sprintf("%.1f", m.MeanDepth())
		}
		fmt.Fprintf(w, "%-*s %6d %8d %10s %12.0f %10.3f\n", width, l.name, m.Played, m.Searched, depth, m.MeanNodes(), m.MeanTime().Seconds()*1e3)
	}
	if !cfg.countErrors {
		return
	}
	fmt.Fprintf(w, "%-*s %6s %6s %6s %6s  %s\n", width, "errors", "moves", "judged", "wrong", "slow", "wrong (95 %)")
	for _, l := range sides {
		m := l.moves
		fmt.Fprintf(w, "%-*s %6d %6d %6d %6d  %s\n", width, l.name, m.Played, m.Judged, m.Wrong, m.Slow, percent(m.ErrorRate()))
	}
}

// percent formats a share and its confidence interval.
func percent(share, low, high float64) string {
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*share, 100*low, 100*high)
}
