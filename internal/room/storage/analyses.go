package storage

import (
	"context"
	"errors"
	"github.com/quatre/quatre/internal/room/analysis"
	"time"
)

// ErrCrowded: as many questions wait as may. Nothing was queued; asking again in
// a moment may work.
var ErrQueueFull = errors.New("room: too many questions wait for an answer")

// Analyses holds the questions that somebody wants answered, each once, and the
// answers to them for a while. Losing either costs computing time and nothing
// else, so that a store need not keep them over a crash.
//
// A question is wanted while somebody asks it: each Ask leases it for
// AnalysisLease. One that is no longer wanted is dropped, whether it waits or a
// worker is at it. A question that a worker has taken and not kept for
// AnalysisIdleLimit is handed to the next who asks.
type Analyses interface {
	// Known returns the best answer that is kept, nil if there is none. It asks for
	// nothing.
	Known(ctx context.Context, key analysis.QuestionKey) (*analysis.Answer, error)

	// Ask returns the best answer that is kept. Unless that is done, the question
	// is wanted for AnalysisLease from now on, and waits in the queue if it is not
	// there yet. It fails with ErrCrowded if MaxQuestions others that are wanted
	// are in the queue.
	Ask(ctx context.Context, q analysis.Question) (Asked, error)

	// WatchAnswers calls tell with every answer to the question that is published,
	// from before WatchAnswers returns until stop is called or the store is
	// closed; with nil if answers may have been missed. tell is called by one
	// goroutine at a time and must neither block nor call the store.
	WatchAnswers(ctx context.Context, key analysis.QuestionKey, tell func(*analysis.Answer)) (stop func(), err error)

	// TakeQuestion waits for a question and hands it to worker (a name of its own,
	// per process and life, that has no other question in hand): that which waits
	// longest. It returns the context's error when that ends first.
	TakeQuestion(ctx context.Context, worker string) (Task, error)

	// KeepQuestion says that the worker is alive and at it. Call it every
	// AnalysisKeepAlive. ErrNotFound: the question is no longer this worker's, or
	// nobody wants it any more, and it is dropped.
	KeepQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error

	// Publish keeps an answer in place of the one before and tells those who watch.
	// If it is done the question leaves the queue. ErrNotFound: the question is
	// no longer this worker's, and the answer was not kept. An answer that comes
	// when nobody wants it any more is kept all the same.
	Publish(ctx context.Context, worker string, key analysis.QuestionKey, a analysis.Answer) error

	// ReturnQuestion hands the question back, for another worker to take at once,
	// before all others. It does nothing if it is not this worker's.
	ReturnQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error

	// Questions returns how many questions are in the queue, those that workers
	// are at included. Some of them may not be wanted any more.
	Questions(ctx context.Context) (int, error)
}

// Asked is what a store says to a question.
type Asked struct {
	Known *analysis.Answer // the best answer so far; nil: none

	// Attended says that a worker has looked for questions, or been at one, within
	// AnalysisAttendance.
	HasWorkers bool
}

// Task is a question that a worker has taken.
type Task struct {
	analysis.Question
	Known *analysis.Answer // the best answer so far; nil: none
}

// Time limits of analyses. They are counted by the clocks of hubs and workers,
// which agree within a second or so.
const (
	// AnalysisLease is how long a question stays wanted after an Ask, and
	// AnalysisRenewal how often whoever waits asks again.
	AnalysisLease   = 6 * time.Second
	AnalysisRenewal = 2 * time.Second

	AnalysisKeepAlive = time.Second
	AnalysisIdleLimit = 4 * time.Second

	// AnalysisLook is how often a worker that waits looks for questions that the
	// notification of a store does not tell it of: those of dead workers.
	AnalysisLook = time.Second

	AnalysisAttendance = 10 * time.Second
)

// How much of it a store keeps. An answer takes about 1 kB; when there are too
// many, those that would end first are dropped.
const (
	MaxQuestions = 1000
	MaxAnswers   = 20_000
)
