package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// Questions and their answers, which are in the first shard. KEY is an analysis.QuestionKey.
//
//	~questions       hash  KEY to the question as JSON, waiting or leased
//	~ask                   the fair queue of those that wait
//	~asked:ORIGIN    set   those of one origin that wait
//	~wanted          set   KEY by when it stops being wanted
//	~busy            set   KEY by the end of the worker's lease
//	~answers         hash  KEY to the answer as JSON
//	~kept            set   KEY of an answer by when it expires
//	~seen            hash  worker: when a worker last looked for questions
//	~answer:KEY      channel: an answer as JSON
//	~asks            channel: a word when a question is free to take
const (
	questionNews = "~asks"
	questions    = "~questions"
	asking       = fair("~ask")
	wanted       = "~wanted"
	busy         = "~busy"
	answers      = "~answers"
	kept         = "~kept"
	seen         = "~seen"
)

func askedBy(origin string) string { return "~asked:" + origin }

func answerOf(key analysis.QuestionKey) string { return "~answer:" + string(key) }

// home returns the shard of the questions.
func (s *Store) home() Driver { return s.shards[0] }

// notAsked returns the error that a worker does not have the lease of a question.
func notAsked(worker string, key analysis.QuestionKey) error {
	return fmt.Errorf("ledger: question %v of worker %q: %w", key, worker, storage.ErrNotFound)
}

// question is a question in the queue.
type question struct {
	analysis.Question
	By     storage.Asker
	Wanted int64
	Worker string // empty: it waits
}

// answer is an answer that is kept.
type answer struct {
	analysis.Answer
	Until int64
}

// known returns an answer that has not expired, or nil.
func (s *Store) known(data string) *analysis.Answer {
	a, err := decode[answer]("answer", data)
	if err != nil || a.Until <= ms(s.Now()) {
		return nil
	}
	return &a.Answer
}

// Cached implements storage.Answers.
func (s *Store) Cached(ctx context.Context, key analysis.QuestionKey) (*analysis.Answer, error) {
	data, err := field(ctx, s.home(), answers, string(key))
	return s.known(data), err
}

// asked reads a question, and makes what it has read a condition. q is nil if it is not in the
// queue.
func (s *Store) asked(ctx context.Context, b *Batch, key analysis.QuestionKey) (q *question, err error) {
	data, err := b.read(ctx, s.home(), questions, string(key))
	if err != nil || data == "" {
		return nil, err
	}
	found, err := decode[question](fmt.Sprint("question ", key), data)
	return &found, err
}

// wait adds a question to those that wait; see fair.add for place.
func (q *question) wait(b *Batch, place int64) {
	key := string(q.Key())
	asking.add(b, q.By.Origin, string(q.By.Player), key, place, place)
	b.put(askedBy(q.By.Origin), key, 0)
	b.set(questions, key, asJSON(q))
	b.publish(questionNews, "1")
}

// Ask implements storage.Answers.
func (s *Store) Ask(ctx context.Context, q analysis.Question, by storage.Asker) (asked storage.Asked, err error) {
	d, key := s.home(), q.Key()
	last, err := field(ctx, d, seen, "worker")
	if err != nil {
		return asked, err
	}
	asked.HasWorkers = s.Now().Sub(fromMS(number(last))) <= storage.WorkerSeenLimit
	err = change(ctx, d, nil, func(b *Batch) error {
		known, err := b.read(ctx, d, answers, string(key))
		if err != nil {
			return err
		}
		if asked.Known = s.known(known); asked.Known != nil && asked.Known.Done {
			return nil
		}
		old, err := s.asked(ctx, b, key)
		if err != nil {
			return err
		}
		until := s.inMS(storage.AskLease)
		if old != nil {
			old.Wanted = until
			b.set(questions, string(key), asJSON(old))
		} else {
			if err := s.mayAsk(ctx, by.Origin); err != nil {
				return err
			}
			(&question{Question: q, By: by, Wanted: until}).wait(b, s.stamp())
		}
		b.put(wanted, string(key), until)
		return nil
	})
	return asked, err
}

// mayAsk returns an error if no more questions of an origin may be queued.
func (s *Store) mayAsk(ctx context.Context, origin string) error {
	for tidied := false; ; tidied = true {
		all, err := size(ctx, s.home(), wanted)
		if err != nil {
			return err
		}
		share, err := size(ctx, s.home(), askedBy(origin))
		switch {
		case err != nil:
			return err
		case all < storage.MaxQuestions && share < storage.MaxOriginQuestions:
			return nil
		case tidied && all >= storage.MaxQuestions:
			return storage.ErrQueueFull
		case tidied:
			return storage.ErrShareFull
		}
		if err := s.forgetUnwanted(ctx); err != nil {
			return err
		}
	}
}

// forgetUnwanted removes the questions that nobody wants any more.
func (s *Store) forgetUnwanted(ctx context.Context) error {
	unwanted, err := s.home().Members(ctx, wanted, upTo(ms(s.Now()), storage.MaxQuestions))
	for _, m := range unwanted {
		err := change(ctx, s.home(), nil, func(b *Batch) error {
			q, err := s.asked(ctx, b, analysis.QuestionKey(m.Name))
			if err != nil || q == nil || q.Wanted > ms(s.Now()) {
				return err
			}
			q.forget(b)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return err
}

// forget removes the question from the queue.
func (q *question) forget(b *Batch) {
	key := string(q.Key())
	b.drop(questions, key)
	b.remove(wanted, key)
	b.remove(busy, key)
	if q.Worker == "" {
		b.remove(askedBy(q.By.Origin), key)
		asking.remove(b, q.By.Origin, string(q.By.Player), key)
	}
}

// WatchAnswers implements storage.Answers.
func (s *Store) WatchAnswers(ctx context.Context, key analysis.QuestionKey, tell func(*analysis.Answer)) (stop func(), err error) {
	return s.home().Watch(ctx, answerOf(key), func(payload string) {
		a := new(analysis.Answer)
		if payload == "" || json.Unmarshal([]byte(payload), a) != nil {
			a = nil
		}
		tell(a)
	})
}

// TakeQuestion implements storage.Questions.
func (s *Store) TakeQuestion(ctx context.Context, worker string) (t storage.Task, err error) {
	always := func(string) bool { return true }
	err = s.answerers.wait(ctx, "", always, func() (found bool, err error) {
		t, found, err = s.takeQuestion(ctx, worker)
		return found, err
	})
	return t, err
}

// takeQuestion looks once.
func (s *Store) takeQuestion(ctx context.Context, worker string) (t storage.Task, found bool, err error) {
	if err := ctx.Err(); err != nil {
		return t, false, err
	}
	ctx = context.WithoutCancel(ctx) // half of the work must not be left to others, nor a lease of which nobody knows
	if err := s.tendQuestions(ctx); err != nil {
		return t, false, err
	}
	var q *question
	item, err := s.takeFirst(ctx, s.home(), asking, nil, func(b *Batch, key string) (err error) {
		q, err = s.asked(ctx, b, analysis.QuestionKey(key))
		if err != nil || q == nil { // another worker has taken and answered it
			return err
		}
		q.Worker = worker
		b.set(questions, key, asJSON(q))
		b.remove(askedBy(q.By.Origin), key)
		b.put(busy, key, s.inMS(storage.TaskLease))
		return nil
	})
	if err != nil || item == "" || q == nil {
		return t, false, err
	}
	t.Question = q.Question
	t.Known, err = s.Cached(ctx, q.Key())
	return t, err == nil, err
}

// tendQuestions notes that there is a worker, removes what nobody wants, and puts the questions of
// dead workers in front of all others.
func (s *Store) tendQuestions(ctx context.Context) error {
	d := s.home()
	b := new(Batch)
	b.set(seen, "worker", itoa(ms(s.Now())))
	if _, err := commit(ctx, d, b); err != nil {
		return err
	}
	if err := s.forgetUnwanted(ctx); err != nil {
		return err
	}
	expired, err := d.Members(ctx, busy, upTo(ms(s.Now()), storage.MaxQuestions))
	for _, m := range expired {
		b := new(Batch)
		q, err := s.asked(ctx, b, analysis.QuestionKey(m.Name))
		if err != nil {
			return err
		}
		if q == nil {
			continue
		}
		b.ifScore(busy, m.Name, m.Score)
		q.handBack(b, inFront)
		if _, err := commit(ctx, d, b); err != nil {
			return err
		}
	}
	return err
}

// handBack ends the lease of a question, which then waits in front.
func (q *question) handBack(b *Batch, place int64) {
	q.Worker = ""
	b.remove(busy, string(q.Key()))
	q.wait(b, place)
}

// changeOwn changes a question that worker has the lease of. It fails with storage.ErrNotFound if
// the worker has not.
func (s *Store) changeOwn(ctx context.Context, worker string, key analysis.QuestionKey, fill func(*Batch, *question) error) error {
	return change(ctx, s.home(), nil, func(b *Batch) error {
		q, err := s.asked(ctx, b, key)
		switch {
		case err != nil:
			return err
		case q == nil || worker == "" || q.Worker != worker:
			return notAsked(worker, key)
		}
		return fill(b, q)
	})
}

// RenewQuestion implements storage.Questions.
func (s *Store) RenewQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	unwanted := false
	err := s.changeOwn(ctx, worker, key, func(b *Batch, q *question) error {
		b.set(seen, "worker", itoa(ms(s.Now())))
		if unwanted = q.Wanted <= ms(s.Now()); unwanted {
			q.forget(b)
			return nil
		}
		b.put(busy, string(key), s.inMS(storage.TaskLease))
		return nil
	})
	if err == nil && unwanted {
		return notAsked("nobody", key)
	}
	return err
}

// Publish implements storage.Questions.
func (s *Store) Publish(ctx context.Context, worker string, key analysis.QuestionKey, a analysis.Answer) error {
	return s.changeOwn(ctx, worker, key, func(b *Batch, q *question) error {
		if a.Done {
			q.forget(b)
		}
		if err := s.forgetAnswers(ctx, b); err != nil {
			return err
		}
		until := s.inMS(a.Life())
		b.set(answers, string(key), asJSON(answer{a, until}))
		b.put(kept, string(key), until)
		b.publish(answerOf(key), asJSON(a))
		return nil
	})
}

// forgetAnswers removes some answers that have expired and, if there are too many, the one that
// expires first.
func (s *Store) forgetAnswers(ctx context.Context, b *Batch) error {
	old, err := s.home().Members(ctx, kept, upTo(ms(s.Now()), 10))
	if err != nil {
		return err
	}
	if len(old) == 0 {
		steps, err := s.home().First(ctx, kept)
		if err != nil {
			return err
		}
		if len(steps) > 0 && steps[0].Size >= storage.MaxAnswers {
			old = []Member{{Name: steps[0].Name}}
		}
	}
	for _, m := range old {
		b.drop(answers, m.Name)
		b.remove(kept, m.Name)
	}
	return nil
}

// ReturnQuestion implements storage.Questions.
func (s *Store) ReturnQuestion(ctx context.Context, worker string, key analysis.QuestionKey) error {
	err := s.changeOwn(ctx, worker, key, func(b *Batch, q *question) error {
		q.handBack(b, -s.stamp())
		return nil
	})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}

// Questions implements storage.Questions.
func (s *Store) Questions(ctx context.Context) (int, error) { return size(ctx, s.home(), wanted) }
