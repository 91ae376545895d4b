package filelog

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestAnswersAreBounded: if there are too many answers, putAnswer drops the expired answers,
// and then the answers that would expire first.
func TestAnswersAreBounded(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "rooms.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const surplus = 50
	key := func(i int) analysis.QuestionKey { return analysis.QuestionKey(fmt.Sprintf("key-%05d", i)) }
	err = s.db.Update(func(tx *bolt.Tx) error {
		for i := range storage.MaxAnswers + surplus {
			if err := putAnswer(tx, key(i), keptAnswer{Until: int64(1000 + i)}, 0); err != nil {
				return err
			}
		}
		return putAnswer(tx, key(storage.MaxAnswers), keptAnswer{Until: 1 << 40}, 0) // replaces the old one
	})
	if err != nil {
		t.Fatal(err)
	}
	count := func() (n int) {
		err := s.db.View(func(tx *bolt.Tx) error {
			answers := tx.Bucket(bucketAnswers)
			n = answers.Stats().KeyN
			if order := tx.Bucket(bucketExpiry).Stats().KeyN; order != n || answers.Sequence() != uint64(n) {
				t.Errorf("bucket answers has %d keys, bucket expiry %d, the sequence is %d", n, order, answers.Sequence())
			}
			for i := range surplus - 1 {
				if answers.Get([]byte(key(i))) != nil {
					t.Errorf("putAnswer has not dropped answer %d", i)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := count(); n != storage.MaxAnswers {
		t.Errorf("the store has %d answers", n)
	}
	if err := s.db.Update(func(tx *bolt.Tx) error { return putAnswer(tx, "late", keptAnswer{Until: 1 << 40}, 1<<39) }); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != storage.MaxAnswers-tidyAnswers+1 {
		t.Errorf("the store has %d answers after most have expired", n)
	}
}

// TestAnswersOutliveTheProcess: after a restart the store has the answers that are done, but
// no partial answers.
func TestAnswersOutliveTheProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rooms.db")
	now := time.Now()
	s, err := Open(path, WithClock(func() time.Time { return now }))
	if err != nil {
		t.Fatal(err)
	}
	questions := []analysis.Question{{Variant: "tictactoe", Position: "done"}, {Variant: "tictactoe", Position: "partial"}}
	for i, q := range questions {
		if _, err := s.Ask(t.Context(), q, storage.Asker{}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.TakeQuestion(t.Context(), "w"); err != nil {
			t.Fatal(err)
		}
		if err := s.Publish(t.Context(), "w", q.Key(), analysis.Answer{Done: i == 0, Depth: 3}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(path, WithClock(func() time.Time { return now })); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for i, q := range questions {
		known, err := s.Cached(t.Context(), q.Key())
		if err != nil || (known != nil) != (i == 0) || known != nil && (known.Depth != 3 || !known.Done) {
			t.Errorf("%s: %+v, %v", q.Position, known, err)
		}
	}
}
