package storemetrics

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// Cached implements storage.Answers.
func (m answers) Cached(ctx context.Context, key analysis.QuestionKey) (*analysis.Answer, error) {
	start := time.Now()
	a, err := m.Answers.Cached(ctx, key)
	m.calls.cached.observe(start, err)
	return a, err
}

// Ask implements storage.Answers.
func (m answers) Ask(ctx context.Context, q analysis.Question, by storage.Asker) (storage.Asked, error) {
	start := time.Now()
	asked, err := m.Answers.Ask(ctx, q, by)
	m.calls.ask.observe(start, err)
	return asked, err
}

// WatchAnswers implements storage.Answers.
func (m answers) WatchAnswers(ctx context.Context, key analysis.QuestionKey, tell func(*analysis.Answer)) (stop func(), err error) {
	start := time.Now()
	stop, err = m.Answers.WatchAnswers(ctx, key, tell)
	m.calls.watchAnswers.observe(start, err)
	return stop, err
}

// TakeQuestion implements storage.Questions.
func (m questions) TakeQuestion(ctx context.Context, worker string) (storage.Task, error) {
	task, err := m.store.TakeQuestion(ctx, worker)
	m.calls.takeQuestion.observe(time.Time{}, err)
	return task, err
}

// RenewQuestion implements storage.Questions.
func (m questions) RenewQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	start := time.Now()
	err := m.store.RenewQuestion(ctx, worker, key)
	m.calls.renewQuestion.observe(start, err)
	return err
}

// Publish implements storage.Questions.
func (m questions) Publish(ctx context.Context, worker string, key analysis.QuestionKey, a analysis.Answer) error {
	start := time.Now()
	err := m.store.Publish(ctx, worker, key, a)
	m.calls.publish.observe(start, err)
	return err
}

// ReturnQuestion implements storage.Questions.
func (m questions) ReturnQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	start := time.Now()
	err := m.store.ReturnQuestion(ctx, worker, key)
	m.calls.returnQuestion.observe(start, err)
	return err
}

// Questions implements storage.Questions.
func (m questions) Questions(ctx context.Context) (int, error) {
	start := time.Now()
	n, err := m.store.Questions(ctx)
	m.calls.questions.observe(start, err)
	return n, err
}
