package filelog

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// Publish implements storage.Questions. An answer that is done is on the disk when
// Publish returns.
func (s *Store) Publish(ctx context.Context, worker string, key analysis.QuestionKey, answer analysis.Answer) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	until := s.clock().Add(answer.Life())
	a := &s.analyses
	a.mu.Lock()
	if a.leased(worker, key) == nil {
		a.mu.Unlock()
		return notLeased(key, worker)
	}
	if !answer.Done {
		a.keepPartial(key, partial{answer, until})
		a.mu.Unlock()
		s.answerWatches.tell(key, &answer)
		return nil
	}
	a.mu.Unlock()
	now := s.clock().UnixMilli()
	return s.submit(ctx, &change{
		apply: func(tx *bolt.Tx) error { return putAnswer(tx, key, keptAnswer{until.UnixMilli(), answer}, now) },
		then: func() {
			a.mu.Lock()
			a.forget(key)
			delete(a.partial, key)
			a.mu.Unlock()
			s.answerWatches.tell(key, &answer)
		},
	})
}

// keepPartial keeps a partial answer in memory. If there are many, it removes the expired
// answers. It never keeps more than 2 * storage.MaxQuestions answers.
func (a *analyses) keepPartial(key analysis.QuestionKey, p partial) {
	if len(a.partial) >= storage.MaxQuestions {
		for k, old := range a.partial {
			if !p.until.Before(old.until.Add(analysis.PartialLife)) || len(a.partial) >= 2*storage.MaxQuestions {
				delete(a.partial, k)
			}
		}
	}
	a.partial[key] = p
}

// tidyAnswers is the greatest number of expired answers that one change removes.
const tidyAnswers = 10

// putAnswer stores an answer in the file, and removes answers that have expired at now. If
// there are still too many, it removes the answer that would expire first. The sequence of
// the bucket answers is the number of answers.
func putAnswer(tx *bolt.Tx, key analysis.QuestionKey, k keptAnswer, now int64) error {
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	if err := dropAnswer(tx, string(key)); err != nil {
		return err
	}
	answers, order := tx.Bucket(bucketAnswers), tx.Bucket(bucketExpiry)
	for range tidyAnswers {
		first, _ := order.Cursor().First()
		if first == nil || bytes.Compare(first, timeKey(now+1, "")) >= 0 && answers.Sequence() < storage.MaxAnswers {
			break
		}
		if err := dropAnswer(tx, nameOf(first)); err != nil {
			return err
		}
	}
	if err := order.Put(timeKey(k.Until, string(key)), nil); err != nil {
		return err
	}
	if err := answers.SetSequence(answers.Sequence() + 1); err != nil {
		return err
	}
	return answers.Put([]byte(key), data)
}

// dropAnswer removes an answer. It does nothing if there is no such answer.
func dropAnswer(tx *bolt.Tx, key string) error {
	answers := tx.Bucket(bucketAnswers)
	data := answers.Get([]byte(key))
	if data == nil {
		return nil
	}
	var k keptAnswer
	if err := json.Unmarshal(data, &k); err != nil {
		return fmt.Errorf("answer %s: %w", key, err)
	}
	if err := tx.Bucket(bucketExpiry).Delete(timeKey(k.Until, key)); err != nil {
		return err
	}
	if err := answers.SetSequence(answers.Sequence() - 1); err != nil {
		return err
	}
	return answers.Delete([]byte(key))
}
