package storage

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
)

// Answers gives the answers to questions. If several askers ask a question it is queued once.
// Its answer is stored for a while. Losing questions or answers costs only computing time, so a
// store may lose them in a crash.
//
// A question stays wanted for AskLease after each Ask. The store drops a question that nobody
// wants, even if a worker has it.
type Answers interface {
	// Cached returns the best stored answer, nil if there is none. It does not ask the
	// question.
	Cached(ctx context.Context, key analysis.QuestionKey) (*analysis.Answer, error)

	// Ask returns the best stored answer. If no answer is stored, or it is partial, the question
	// is wanted for AskLease from now on, and Ask queues it if it is not in the queue. Ask
	// fails with ErrQueueFull if MaxQuestions other wanted questions are in the queue, and
	// with ErrShareFull if MaxOriginQuestions other wanted questions of the asker's origin
	// wait in it. A question belongs to the origin of the asker whose Ask queued it.
	// Questions without an origin count as those of one origin.
	Ask(ctx context.Context, q analysis.Question, by Asker) (Asked, error)

	// WatchAnswers calls tell with every answer to the question that is published, from
	// before WatchAnswers returns until stop is called or the store is closed. It calls
	// tell with nil if answers may be missing. One goroutine at a time calls tell, which
	// must neither block nor call the store.
	WatchAnswers(ctx context.Context, key analysis.QuestionKey, tell func(*analysis.Answer)) (stop func(), err error)
}

// Questions gives workers the questions to answer. A worker has at most one question
// at a time, leased for TaskLease.
type Questions interface {
	// TakeQuestion waits for a question and leases it to worker. Questions whose lease has
	// expired come first, then those that were returned. Of the others, one origin is
	// served after the other, one player of an origin after the other, and the questions of
	// one player in the order in which they were queued. TakeQuestion returns the error of ctx
	// when ctx ends first.
	TakeQuestion(ctx context.Context, worker string) (Task, error)

	// RenewQuestion renews the lease. Call it every TaskRenewal. It fails with
	// ErrNotFound if the question is no longer this worker's, or if nobody wants it any
	// more. A question that nobody wants is dropped.
	RenewQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error

	// Publish replaces the stored answer and sends a to the watchers. If a is done the
	// question leaves the queue. An answer that nobody wants any more is stored as well.
	// Publish fails with ErrNotFound if the question is no longer this worker's; then a is
	// not stored.
	Publish(ctx context.Context, worker string, key analysis.QuestionKey, a analysis.Answer) error

	// ReturnQuestion hands the question back, so that a worker takes it before all other waiting
	// questions. ReturnQuestion does nothing if the question is not this worker's.
	ReturnQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error

	// Questions returns the number of questions in the queue, waiting or leased. Some of
	// them may not be wanted any more.
	Questions(ctx context.Context) (int, error)
}

// Asker is who asks a question. Origin is a hash of the player's address, as in
// room.Effects.
type Asker struct {
	Origin string
	Player room.PlayerID
}

// Asked is the result of Ask.
type Asked struct {
	Known *analysis.Answer // the best answer so far; nil: none

	// HasWorkers reports whether a worker has looked for questions, or worked on one,
	// within WorkerSeenLimit.
	HasWorkers bool
}

// Task is a question that a worker has taken.
type Task struct {
	analysis.Question
	Known *analysis.Answer // the best answer so far; nil: none
}

// Times of questions, by the store's clock.
const (
	// AskLease is how long a question stays wanted after an Ask. Somebody who waits for
	// the answer asks again every AskRenewal.
	AskLease   = 6 * time.Second
	AskRenewal = 2 * time.Second

	// TaskLease is how long a question stays with a worker that does not renew its
	// lease every TaskRenewal.
	TaskLease   = 4 * time.Second
	TaskRenewal = time.Second

	// TaskPollInterval is how often a waiting worker looks for questions whose lease has
	// expired. Workers are not notified of these.
	TaskPollInterval = time.Second

	// WorkerSeenLimit is how long a worker counts as present after it has looked for
	// questions.
	WorkerSeenLimit = 10 * time.Second
)

// Limits of a store. An answer takes about 1 kB. When there are too many answers, the store drops
// those that expire first.
const (
	MaxQuestions       = 1000
	MaxOriginQuestions = MaxQuestions / 10 // waiting questions of one origin
	MaxAnswers         = 20_000
)
