package local

import (
	"context"
	"encoding/json"

	"github.com/quatre/quatre/internal/minimax/learn"
	"github.com/quatre/quatre/internal/minimax/match"
)

// LearnRequest asks for Q-learning, as aiworker learn does with the same settings.
type LearnRequest struct {
	learn.Settings
	learn.Course
}

// Measurement tells what a learner has learned until now.
type Measurement struct {
	Episodes  int          `json:"episodes"`
	Positions int          `json:"positions"`
	Points    [][3]float64 `json:"points"` // against each level: the share of the points, and its 95 % interval
	Done      bool         `json:"done"`
}

// Learn lets a learner take a course, and reports each measurement. It fails with the error of ctx, or with a
// *room.Refusal.
func (e *Engine) Learn(ctx context.Context, q LearnRequest, report func(measurement []byte)) error {
	l, err := learn.New(q.Settings)
	if err == nil {
		err = q.Check()
	}
	if err != nil {
		return refused(err)
	}
	for steps := q.Course.Episodes / q.Every; steps > 0; steps-- {
		results, err := q.Step(ctx, e.search, l)
		if err != nil {
			return err
		}
		found := Measurement{Episodes: l.Episodes, Positions: l.Positions(), Done: steps == 1}
		for _, t := range results {
			share, low, high := match.Wilson(float64(t.Wins)+float64(t.Draws)/2, t.Games())
			found.Points = append(found.Points, [3]float64{share, low, high})
		}
		text, _ := json.Marshal(found) // cannot fail: numbers
		report(text)
	}
	return nil
}
