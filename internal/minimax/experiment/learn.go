package experiment

import (
	"context"
	"fmt"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/learn"
)

// NewLearning returns an experiment that measures l while it learns.
func NewLearning(l *learn.Learner, c learn.Course) (*Experiment, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	table := Table{
		Title: "Q-learning, " + l.Game,
		Columns: append([]Column{
			{"episodes", "games played to learn", whole},
			{"positions", "seen so far", whole},
			{"against", "", text},
		}, gameColumns[:7]...),
		plot: plot{x: fmt.Sprintf("episodes, in units of %d", c.Every), y: "points in percent"},
	}
	engine := minimax.NewEngine(minimax.DefaultTableBytes)
	curves := make([][]point, len(c.Levels))
	e := &Experiment{
		Settings: Settings{Seed: l.Seed},
		measured: fmt.Sprintf("rate %g, discount %g, explore %g, %d games for each point", l.Rate, l.Discount, l.Explore, c.Games),
		table: func() Table {
			shown := table
			for _, curve := range curves {
				shown.plot.points = append(shown.plot.points, curve...)
			}
			return shown
		},
	}
	for number := 1; number <= c.Episodes/c.Every; number++ {
		e.trials = append(e.trials, func(ctx context.Context) error {
			results, err := c.Step(ctx, engine, l)
			for i, t := range results {
				cells, points := cellsOf(t)
				table.Rows = append(table.Rows, append([]any{l.Episodes, l.Positions(), c.Levels[i]}, cells[:7]...))
				curves[i] = append(curves[i], point{"against " + c.Levels[i], number, points})
			}
			return err
		})
	}
	return e, nil
}
