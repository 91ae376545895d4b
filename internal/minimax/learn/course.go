package learn

import (
	"context"
	"fmt"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
)

// Course says how long a learner learns, and how it is measured.
type Course struct {
	Episodes int      `json:"episodes"` // games with itself, in all
	Every    int      `json:"every"`    // episodes from one measurement to the next
	Games    int      `json:"games"`    // of each measurement against each level, each side beginning half of them
	Levels   []string `json:"levels"`   // see match.ParsePlayer
}

// Check returns an error if the course cannot be taken.
func (c Course) Check() error {
	if c.Every < 1 || c.Episodes < c.Every || c.Episodes%c.Every != 0 {
		return fmt.Errorf("%d episodes, measured every %d: must be a multiple of it", c.Episodes, c.Every)
	}
	if c.Games < 2 || c.Games%2 != 0 || len(c.Levels) == 0 {
		return fmt.Errorf("%d games against %d levels: needs an even number of games, and a level", c.Games, len(c.Levels))
	}
	for _, name := range c.Levels {
		if _, err := match.ParsePlayer(name); err != nil {
			return err
		}
	}
	return nil
}

// Step lets l learn up to the next measurement, and returns its results against each level. It fails with the
// error of ctx, or if a level is unknown.
func (c Course) Step(ctx context.Context, e *minimax.Engine, l *Learner) (results []match.Tally, err error) {
	for range c.Every {
		minimax.Yield()
		if l.Learn(); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	for _, name := range c.Levels {
		level, err := match.ParsePlayer(name)
		if err != nil {
			return nil, err
		}
		t, err := match.Play(ctx, e, match.Config{
			Game: l.game, B: level, Games: c.Games, Seed: l.Seed, Programs: [2]match.Program{l},
		})
		if err != nil {
			return nil, err
		}
		results = append(results, t)
	}
	return results, nil
}
