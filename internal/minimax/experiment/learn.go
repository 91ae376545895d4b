package experiment

import (
	"context"
	"slices"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/learn"
)

// NewLearning returns an experiment that measures l while it learns. The error is that of c.Check.
func NewLearning(l *learn.Learner, c learn.Course) (*Experiment, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	table := Table{
		Title:   learnTitle.With(l.Game),
		Columns: slices.Concat(learnColumns, gameColumns[:7]),
		plot:    plot{x: learnX.With(c.Every), y: learnY},
	}
	engine := minimax.NewEngine(minimax.DefaultTableBytes)
	curves := make([][]point, len(c.Levels))
	e := &Experiment{
		Settings: Settings{Seed: l.Seed},
		measured: learnMeasured.With(l.Rate, l.Discount, l.Explore, c.Games),
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
				against := levelText(c.Levels[i])
				table.Rows = append(table.Rows, append([]any{l.Episodes, l.Positions(), against}, cells[:7]...))
				curves[i] = append(curves[i], point{againstText.With(against), number, points})
			}
			return err
		})
	}
	return e, nil
}
