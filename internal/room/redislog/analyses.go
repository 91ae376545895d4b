package redislog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/redislog/pubsub"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	prefixAnalyses = "quatre:{analyses}:"
	channelNews    = prefixAnalyses + "news"

	// The first byte of a stored answer.
	answerDone    = "d"
	answerPartial = "p"
)

// keysAnalyses are the KEYS of questions.lua.
var keysAnalyses = []string{
	prefixAnalyses + "questions", prefixAnalyses + "waiting", prefixAnalyses + "busy", prefixAnalyses + "workers",
	prefixAnalyses + "wanted", prefixAnalyses + "answers", prefixAnalyses + "kept", prefixAnalyses + "seen",
	prefixAnalyses + "order", prefixAnalyses + "turns",
}

func channelAnswer(key analysis.QuestionKey) string { return prefixAnalyses + "answer:" + string(key) }

// news wakes the calls of TakeQuestion that wait.
type news struct {
	mu         sync.Mutex
	subscribed bool
	wake       chan struct{} // closed and replaced when there may be a question
}

func (n *news) tell(string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	close(n.wake)
	n.wake = make(chan struct{})
}

// next returns a channel that is closed when there may be a question. The first call
// subscribes until the store is closed.
func (n *news) next(sub *pubsub.Subscriber) <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.subscribed {
		n.subscribed = true
		sub.Start(channelNews, n.tell)
	}
	return n.wake
}

func (s *Store) nowMS() int64 { return s.set.clock().UnixMilli() }

// nowPlusMS returns the time d from now, in Unix milliseconds. d may be negative.
func (s *Store) nowPlusMS(d time.Duration) int64 { return s.set.clock().Add(d).UnixMilli() }

// Cached implements storage.Answers.
func (s *Store) Cached(ctx context.Context, key analysis.QuestionKey) (*analysis.Answer, error) {
	reply, err := s.batches.run(ctx, scriptCached, keysAnalyses, s.nowMS(), string(key))
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return decodeAnswer(reply)
}

// Ask implements storage.Answers.
func (s *Store) Ask(ctx context.Context, q analysis.Question, by storage.Asker) (storage.Asked, error) {
	data, err := json.Marshal(q)
	if err != nil {
		return storage.Asked{}, fmt.Errorf("redislog: question: %w", err)
	}
	reply, err := s.batches.run(ctx, scriptAsk, keysAnalyses, s.nowMS(), string(q.Key()), data, s.nowPlusMS(storage.AskLease),
		s.stamp(), storage.MaxQuestions, channelNews, s.nowPlusMS(-storage.WorkerSeenLimit),
		by.Origin, string(by.Player), storage.MaxOriginQuestions)
	if err != nil {
		return storage.Asked{}, err
	}
	words, _ := reply.([]any)
	if len(words) == 1 {
		if words[0] == int64(-1) {
			return storage.Asked{}, storage.ErrShareFull
		}
		return storage.Asked{}, storage.ErrQueueFull
	}
	if len(words) < 2 {
		return storage.Asked{}, fmt.Errorf("redislog: malformed reply %q", words)
	}
	asked := storage.Asked{HasWorkers: words[1] == int64(1)}
	if len(words) > 2 {
		asked.Known, err = decodeAnswer(words[2])
	}
	return asked, err
}

// decodeAnswer decodes an answer in the reply of a script. It returns nil if reply is nil.
func decodeAnswer(reply any) (*analysis.Answer, error) {
	text, ok := reply.(string)
	if !ok || text == "" {
		return nil, nil
	}
	a := new(analysis.Answer)
	if err := json.Unmarshal([]byte(text[len(answerDone):]), a); err != nil {
		return nil, fmt.Errorf("redislog: answer: %w", err)
	}
	return a, nil
}

// WatchAnswers implements storage.Answers. Like Watch, it fails if Redis does not confirm
// the subscription. Once made, the subscription outlives every outage.
func (s *Store) WatchAnswers(ctx context.Context, key analysis.QuestionKey, tell func(*analysis.Answer)) (func(), error) {
	return s.subscribe(ctx, s.answers, channelAnswer(key), func(payload string) {
		a, _ := decodeAnswer(payload) // nil for Lost, and for an answer that cannot be decoded
		tell(a)
	})
}

// TakeQuestion implements storage.Questions.
func (s *Store) TakeQuestion(ctx context.Context, worker string) (storage.Task, error) {
	done, err := s.queue.begin(ctx, s.ctx, kindQuestions) // for the same reason as in Take
	if err != nil {
		return storage.Task{}, err
	}
	defer done()
	for {
		wake := s.news.next(s.answers)
		if err := ctx.Err(); err != nil {
			return storage.Task{}, err
		}
		if s.ctx.Err() != nil {
			return storage.Task{}, errClosed
		}
		task, err := s.takeQuestion(ctx, worker)
		if err != nil || task.Variant != "" {
			return task, err
		}
		poll := time.NewTimer(storage.TaskPollInterval)
		select {
		case <-wake:
		case <-poll.C:
		case <-ctx.Done():
		case <-s.ctx.Done():
		}
		poll.Stop()
	}
}

// takeQuestion takes a question, or returns the zero Task if no question is free. Like
// takeFrom, it goes on when ctx ends.
func (s *Store) takeQuestion(ctx context.Context, worker string) (task storage.Task, err error) {
	reply, err := scriptTakeQuestion.Run(context.WithoutCancel(ctx), s.client, keysAnalyses,
		s.nowMS(), worker, s.nowPlusMS(storage.TaskLease)).Slice()
	if errors.Is(err, redis.Nil) {
		return task, nil
	}
	if err != nil {
		return task, wrap(ctx, err)
	}
	text, _ := reply[0].(string)
	if err := json.Unmarshal([]byte(text), &task.Question); err != nil {
		return storage.Task{}, fmt.Errorf("redislog: question: %w", err)
	}
	if len(reply) > 1 {
		task.Known, err = decodeAnswer(reply[1])
	}
	return task, err
}

// RenewQuestion implements storage.Questions.
func (s *Store) RenewQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	return questionError(key, worker)(s.batches.run(ctx, scriptRenewQuestion, keysAnalyses,
		s.nowMS(), worker, s.nowPlusMS(storage.TaskLease), string(key)))
}

// Publish implements storage.Questions.
func (s *Store) Publish(ctx context.Context, worker string, key analysis.QuestionKey, a analysis.Answer) error {
	data, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("redislog: answer: %w", err)
	}
	prefix := answerPartial
	if a.Done {
		prefix = answerDone
	}
	return questionError(key, worker)(s.batches.run(ctx, scriptPublish, keysAnalyses, s.nowMS(), worker, string(key),
		prefix+string(data), s.nowPlusMS(a.Life()), storage.MaxAnswers, analysis.ExactLife.Milliseconds(), channelAnswer(key)))
}

// questionError returns a function that turns the reply of a script into an error. The script
// changes a question that the worker has.
func questionError(key analysis.QuestionKey, worker string) func(reply any, err error) error {
	return func(reply any, err error) error {
		if err == nil && reply != int64(1) {
			err = fmt.Errorf("redislog: question %s of %s: %w", key, worker, storage.ErrNotFound)
		}
		return err
	}
}

// ReturnQuestion implements storage.Questions.
func (s *Store) ReturnQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	_, err := s.batches.run(ctx, scriptReturnQuestion, keysAnalyses, s.nowMS(), worker, string(key), channelNews)
	return err
}

// Questions implements storage.Questions.
func (s *Store) Questions(ctx context.Context) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.client.HLen(ctx, keysAnalyses[0]).Result()
	return int(n), wrap(ctx, err)
}
