package redislog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestAnswersAreBounded: if there are too many answers, the store drops the answers that would
// expire first.
func TestAnswersAreBounded(t *testing.T) {
	server := redistest.New(t)
	s := open(t, server.URL())
	defer closeStore(t, s)
	fill := fmt.Sprintf(`for i = 1, %d do
		redis.call('HSET', KEYS[1], 'old' .. i, 'd{}')
		redis.call('ZADD', KEYS[2], 99999999999990 + i / 100000, 'old' .. i)
	end`, storage.MaxAnswers)
	if reply, err := server.Do("EVAL", fill, "2", "quatre:{analyses}:answers", "quatre:{analyses}:kept"); err != nil || strings.HasPrefix(reply, "-") {
		t.Fatalf("%q, %v", reply, err)
	}
	for i := range 3 {
		q := analysis.Question{Variant: "tictactoe", Position: fmt.Sprint(i)}
		if _, err := s.Ask(t.Context(), q, storage.Asker{}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.TakeQuestion(t.Context(), "w"); err != nil {
			t.Fatal(err)
		}
		if err := s.Publish(t.Context(), "w", q.Key(), analysis.Answer{Done: true}); err != nil {
			t.Fatal(err)
		}
		for _, ask := range [][]string{{"HLEN", "quatre:{analyses}:answers"}, {"ZCARD", "quatre:{analyses}:kept"}} {
			if reply, err := server.Do(ask...); err != nil || reply != fmt.Sprintf(":%d\r\n", storage.MaxAnswers) {
				t.Errorf("%v: %q, %v", ask, reply, err)
			}
		}
	}
}

// TestAnalysesOutliveAnOutage: after an outage of Redis a worker gets questions again and
// a watcher gets answers.
func TestAnalysesOutliveAnOutage(t *testing.T) {
	server := redistest.New(t)
	s := open(t, server.URL())
	defer closeStore(t, s)
	q := analysis.Question{Variant: "tictactoe", Position: "x"}
	answers := make(chan *analysis.Answer, 100)
	stop, err := s.WatchAnswers(t.Context(), q.Key(), func(a *analysis.Answer) { answers <- a })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	server.Stop(t)
	if a := <-answers; a != nil {
		t.Errorf("the watcher received %+v, want nil, because answers may be missing", a)
	}
	if _, err := s.Ask(t.Context(), q, storage.Asker{}); !storage.IsAway(err) {
		t.Errorf("Ask without Redis: %v", err)
	}
	if _, err := s.TakeQuestion(t.Context(), "w"); !storage.IsAway(err) {
		t.Errorf("TakeQuestion without Redis: %v", err)
	}
	server.Restart(t)
	_, err = s.Ask(t.Context(), q, storage.Asker{})
	for storage.IsAway(err) {
		_, err = s.Ask(t.Context(), q, storage.Asker{})
	}
	if err != nil {
		t.Fatal(err)
	}
	task, err := s.TakeQuestion(t.Context(), "w")
	for storage.IsAway(err) {
		task, err = s.TakeQuestion(t.Context(), "w")
	}
	if err != nil || task.Question != q {
		t.Fatalf("%+v, %v", task, err)
	}
	if err := s.Publish(t.Context(), "w", q.Key(), analysis.Answer{Done: true, Depth: 7}); err != nil {
		t.Fatal(err)
	}
	// A watcher that receives nil, because answers may be missing, calls Cached. It receives
	// nil again when the subscription is back.
	for a := range answers {
		if a == nil {
			if a, err = s.Cached(t.Context(), q.Key()); err != nil {
				t.Fatal(err)
			}
		}
		if a != nil {
			if a.Depth != 7 {
				t.Errorf("the watcher received %+v", a)
			}
			return
		}
	}
}
