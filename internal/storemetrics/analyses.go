package storemetrics

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// The methods of room.Analyses.

// Known implements room.Analyses.
func (s *Store) Cached(ctx context.Context, key analysis.QuestionKey) (*analysis.Answer, error) {
	start := time.Now()
	a, err := s.Store.Cached(ctx, key)
	s.calls.known.done(start, err)
	return a, err
}

// Ask implements room.Analyses.
func (s *Store) Ask(ctx context.Context, q analysis.Question) (storage.Asked, error) {
	start := time.Now()
	asked, err := s.Store.Ask(ctx, q)
	s.calls.ask.done(start, err)
	return asked, err
}

// WatchAnswers implements room.Analyses.
func (s *Store) WatchAnswers(ctx context.Context, key analysis.QuestionKey, tell func(*analysis.Answer)) (stop func(), err error) {
	start := time.Now()
	stop, err = s.Store.WatchAnswers(ctx, key, tell)
	s.calls.watchAnswers.done(start, err)
	return stop, err
}

// TakeQuestion implements room.Analyses.
func (s *Store) TakeQuestion(ctx context.Context, worker string) (storage.Task, error) {
	task, err := s.Store.TakeQuestion(ctx, worker)
	s.calls.takeQuestion.done(time.Time{}, err)
	return task, err
}

// KeepQuestion implements room.Analyses.
func (s *Store) RenewQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	start := time.Now()
	err := s.Store.RenewQuestion(ctx, worker, key)
	s.calls.keepQuestion.done(start, err)
	return err
}

// Publish implements room.Analyses.
func (s *Store) Publish(ctx context.Context, worker string, key analysis.QuestionKey, a analysis.Answer) error {
	start := time.Now()
	err := s.Store.Publish(ctx, worker, key, a)
	s.calls.publish.done(start, err)
	return err
}

// ReturnQuestion implements room.Analyses.
func (s *Store) ReturnQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	start := time.Now()
	err := s.Store.ReturnQuestion(ctx, worker, key)
	s.calls.returnQuestion.done(start, err)
	return err
}

// Questions implements room.Analyses.
func (s *Store) Questions(ctx context.Context) (int, error) {
	start := time.Now()
	n, err := s.Store.Questions(ctx)
	s.calls.questions.done(start, err)
	return n, err
}
