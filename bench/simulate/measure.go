package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/quatre/quatre/bench/simulate/queuesim"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// measure plays games of each level against itself, and writes how long the moves took. The
// first move of each level is not counted, because it builds tables that later moves use.
func measure(ctx context.Context, cfg config, stdout io.Writer) error {
	fmt.Fprintf(stdout, "# Search times on %s: games of each level against itself, one search at a time.\n", cfg.game.Variant())
	fmt.Fprintf(stdout, "# %s, %d cores, %s/%s, simulate -measure %s -seed %d\n",
		time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, cfg.measureFor, cfg.seed)
	engine := minimax.NewEngine(minimax.Options{})
	rng := rand.New(rand.NewPCG(cfg.seed, 0))
	for _, level := range minimax.Levels() {
		var r queuesim.Recorder
		if _, err := engine.Choose(ctx, level, cfg.game.Start(), rng); err != nil {
			return err
		}
		for begin := time.Now(); time.Since(begin) < cfg.measureFor; {
			if err := measureGame(ctx, engine, level, cfg.game, rng, &r); err != nil {
				return err
			}
		}
		if err := r.Write(stdout, level.Name); err != nil {
			return err
		}
	}
	return nil
}

func measureGame(
	ctx context.Context,
	engine *minimax.Engine,
	level minimax.Level,
	game rules.Game,
	rng *rand.Rand,
	r *queuesim.Recorder,
) error {
	for pos := game.Start(); !pos.Outcome().Over(); {
		start := time.Now()
		choice, err := engine.Choose(ctx, level, pos, rng)
		if err != nil {
			return err
		}
		r.Add(time.Since(start).Seconds())
		pos.Play(choice.Move)
	}
	return nil
}
