package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

var analysisCases = []testCase{
	{"QueuesAQuestionOnce", func(t *testing.T, s *suite) {
		for range 3 {
			wantAsked(t, s, "x", nil)
		}
		wantQuestions(t, s, 1)
		takeQuestion(t, s, "w1", "x", nil)
		wantAsked(t, s, "x", nil) // a worker has the question
		wantNoQuestion(t, s, 1)
	}},
	{"TakesInTheOrderOfAsking", func(t *testing.T, s *suite) {
		names := []string{"e", "a", "d", "b", "c"}
		for _, name := range names {
			wantAsked(t, s, name, nil)
		}
		wantAsked(t, s, "e", nil) // asked twice, question e keeps its place
		for i, name := range names {
			takeQuestion(t, s, fmt.Sprint("w", i), name, nil)
		}
	}},
	{"PublishTellsEveryWatcher", func(t *testing.T, s *suite) {
		one, two, other := watchAnswers(t, s, "x"), watchAnswers(t, s, "x"), watchAnswers(t, s, "y")
		wantAsked(t, s, "x", nil)
		takeQuestion(t, s, "w", "x", nil)
		for _, a := range []analysis.Answer{partialAnswer(1), partialAnswer(2), doneAnswer(3)} {
			must(t, s.Publish(testContext(t), "w", question("x").Key(), a))
			one.wants(t, a)
			two.wants(t, a)
			wantAsked(t, s, "x", &a)
			wantCached(t, s, "x", &a)
		}
		if len(other.answers) != 0 {
			t.Error("the watcher was told the answer to another question")
		}
		wantNoQuestion(t, s, 0)
	}},
	{"DropsUnwantedQuestions", func(t *testing.T, s *suite) {
		wantAsked(t, s, "waits", nil)
		s.clock.Add(storage.AskLease - time.Millisecond)
		wantAsked(t, s, "late", nil)
		s.clock.Add(time.Millisecond)
		takeQuestion(t, s, "w", "late", nil)
		wantNoQuestion(t, s, 1)
		key := question("late").Key()
		must(t, s.RenewQuestion(testContext(t), "w", key))
		s.clock.Add(storage.AskLease / 2)
		wantAsked(t, s, "late", nil) // asking again extends the time for which the answer is wanted
		s.clock.Add(storage.AskLease - time.Millisecond)
		must(t, s.RenewQuestion(testContext(t), "w", key))
		s.clock.Add(time.Millisecond)
		wantErr(t, "RenewQuestion of an unwanted question", s.RenewQuestion(testContext(t), "w", key), storage.ErrNotFound)
		wantQuestions(t, s, 0)
		wantErr(t, "Publish of a dropped question", s.Publish(testContext(t), "w", key, doneAnswer(1)), storage.ErrNotFound)
		wantCached(t, s, "late", nil)
	}},
	{"KeepsALateAnswer", func(t *testing.T, s *suite) {
		wantAsked(t, s, "x", nil)
		takeQuestion(t, s, "w", "x", nil)
		s.clock.Add(storage.AskLease)
		must(t, s.Publish(testContext(t), "w", question("x").Key(), doneAnswer(4)))
		a := doneAnswer(4)
		wantCached(t, s, "x", &a)
		wantQuestions(t, s, 0)
	}},
	{"ExpiredLeaseGoesToAnotherWorker", func(t *testing.T, s *suite) {
		wantAsked(t, s, "x", nil)
		takeQuestion(t, s, "dead", "x", nil)
		must(t, s.Publish(testContext(t), "dead", question("x").Key(), partialAnswer(2)))
		s.clock.Add(storage.TaskLease - time.Millisecond)
		known := partialAnswer(2)
		wantAsked(t, s, "x", &known)
		wantNoQuestion(t, s, 1)
		s.clock.Add(time.Millisecond)
		wantAsked(t, s, "younger", nil)
		takeQuestion(t, s, "alive", "x", &known)
		wantErr(t, "RenewQuestion by the dead worker", s.RenewQuestion(testContext(t), "dead", question("x").Key()), storage.ErrNotFound)
		wantErr(t, "Publish by the dead worker", s.Publish(testContext(t), "dead", question("x").Key(), partialAnswer(9)), storage.ErrNotFound)
		must(t, s.ReturnQuestion(testContext(t), "dead", question("x").Key())) // has no effect: the question is another worker's
		wantCached(t, s, "x", &known)
		must(t, s.Publish(testContext(t), "alive", question("x").Key(), exactAnswer()))
		wantQuestions(t, s, 1)
	}},
	{"TakesReturnedQuestionsFirst", func(t *testing.T, s *suite) {
		wantAsked(t, s, "first", nil)
		wantAsked(t, s, "second", nil)
		takeQuestion(t, s, "w1", "first", nil)
		must(t, s.ReturnQuestion(testContext(t), "w2", question("first").Key()))
		must(t, s.RenewQuestion(testContext(t), "w1", question("first").Key())) // w1 still has the lease
		must(t, s.ReturnQuestion(testContext(t), "w1", question("first").Key()))
		wantErr(t, "RenewQuestion of a returned question", s.RenewQuestion(testContext(t), "w1", question("first").Key()), storage.ErrNotFound)
		takeQuestion(t, s, "w2", "first", nil)
		takeQuestion(t, s, "w3", "second", nil)
	}},
	{"AnswersExpire", func(t *testing.T, s *suite) {
		exact, bounded, partial := exactAnswer(), doneAnswer(3), partialAnswer(3)
		for name, a := range map[string]analysis.Answer{"exact": exact, "bounded": bounded, "partial": partial} {
			wantAsked(t, s, name, nil)
			takeQuestion(t, s, "w", name, nil)
			must(t, s.Publish(testContext(t), "w", question(name).Key(), a))
		}
		s.clock.Add(analysis.PartialLife)
		wantCached(t, s, "partial", nil)
		wantCached(t, s, "bounded", &bounded)
		s.clock.Add(analysis.BoundedLife - analysis.PartialLife)
		wantAsked(t, s, "bounded", nil)
		takeQuestion(t, s, "w", "bounded", nil) // a worker may take the question again
		s.clock.Add(analysis.ExactLife - analysis.BoundedLife - time.Millisecond)
		wantAsked(t, s, "exact", &exact)
		s.clock.Add(time.Millisecond)
		wantCached(t, s, "exact", nil)
	}},
	{"ReportsWorkers", func(t *testing.T, s *suite) {
		if asked := ask(t, s, "x"); asked.HasWorkers {
			t.Error("HasWorkers is true before any worker has looked")
		}
		takeQuestion(t, s, "w", "x", nil)
		s.clock.Add(storage.WorkerSeenLimit)
		if asked := ask(t, s, "x"); !asked.HasWorkers {
			t.Error("HasWorkers is false although a worker looked lately")
		}
		s.clock.Add(time.Millisecond)
		if asked := ask(t, s, "x"); asked.HasWorkers {
			t.Error("HasWorkers is true although no worker looked lately")
		}
		must(t, s.RenewQuestion(testContext(t), "w", question("x").Key()))
		if asked := ask(t, s, "x"); !asked.HasWorkers {
			t.Error("HasWorkers is false although a worker has just renewed its lease")
		}
	}},
	{"QueueIsBounded", func(t *testing.T, s *suite) {
		for i := range storage.MaxQuestions {
			must(t, askAs(t, s, fmt.Sprint(i), fmt.Sprint("origin", i/storage.MaxOriginQuestions), "ann"))
		}
		wantErr(t, "Ask of one more", askAs(t, s, "more", "another", "ann"), storage.ErrQueueFull)
		wantAsked(t, s, "0", nil) // already in the queue
		s.clock.Add(storage.AskLease)
		wantAsked(t, s, "more", nil) // nobody wants the other questions any more
		wantQuestions(t, s, 1)
	}},
	{"OneOriginHasAShareOfTheQueue", func(t *testing.T, s *suite) {
		flood := func(name string) error { return askAs(t, s, name, "flooder", "new"+name) } // each as a new player
		for _, origin := range []string{"flooder", ""} {
			for i := range storage.MaxOriginQuestions {
				must(t, askAs(t, s, fmt.Sprint(origin, i), origin, fmt.Sprint("new", i)))
			}
			wantErr(t, "Ask of one more", askAs(t, s, "more", origin, "newest"), storage.ErrShareFull)
		}
		must(t, askAs(t, s, "other", "home", "ann"))
		must(t, flood("other"))    // in the queue already, asked by another origin
		must(t, flood("flooder0")) // in the queue already, asked by this origin
		takeQuestion(t, s, "w", "flooder0", nil)
		must(t, flood("more")) // one question of this origin waits no longer
		wantErr(t, "Ask of one more", flood("more2"), storage.ErrShareFull)
		s.clock.Add(storage.AskLease)
		must(t, flood("more2")) // nobody wants the other questions any more
		wantQuestions(t, s, 1)
	}},
	{"TakeQuestionWaits", func(t *testing.T, s *suite) {
		for i := range 4 {
			worker, name := fmt.Sprint("w", i), fmt.Sprint("q", i)
			tasks := make(chan storage.Task, 1)
			go func() {
				task, err := s.TakeQuestion(testContext(t), worker)
				if err != nil {
					t.Errorf("TakeQuestion: %v", err)
				}
				tasks <- task
			}()
			wantAsked(t, s, name, nil)
			if task := await(t, tasks, "a question"); task.Question != question(name) {
				t.Fatalf("took %+v, want %s", task, name)
			}
		}
	}},
	{"TakeQuestionEndsWithItsContext", func(t *testing.T, s *suite) {
		ctx, cancel := context.WithCancel(context.Background())
		errs := make(chan error, 1)
		go func() {
			_, err := s.TakeQuestion(ctx, "w")
			errs <- err
		}()
		cancel()
		wantErr(t, "TakeQuestion", await(t, errs, "TakeQuestion to return"), context.Canceled)
	}},
	{"RacingAskersAndWorkers", func(t *testing.T, s *suite) { raceForQuestions(t, s, s) }},
}

// raceForQuestions asks the same questions many times through two handles, while workers
// answer them. Each question must be answered once, and every asker must be told.
func raceForQuestions(t *testing.T, a, b *suite) {
	const questions, askers, workers = 12, 4, 3
	var mu sync.Mutex
	answers := make(map[string]int)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var working, asking sync.WaitGroup
	for w := range workers {
		s, worker := []*suite{a, b}[w%2], fmt.Sprint("w", w)
		working.Go(func() {
			for {
				task, err := s.TakeQuestion(ctx, worker)
				if errors.Is(err, context.Canceled) {
					return
				}
				if err == nil {
					// Do not use ctx: the last asker ends ctx when it gets the answer, perhaps
					// before Publish returns.
					err = s.Publish(t.Context(), worker, task.Key(), doneAnswer(len(task.Position)))
				}
				if err != nil {
					t.Errorf("TakeQuestion, Publish: %v", err)
					return
				}
				mu.Lock()
				answers[task.Position]++
				mu.Unlock()
			}
		})
	}
	for i := range askers {
		s := []*suite{a, b}[i%2]
		asking.Go(func() {
			for n := range questions {
				name := fmt.Sprintf("%0*d", n%5+1, n)
				f := watchAnswers(t, s, name)
				asked, err := s.Ask(ctx, question(name), storage.Asker{})
				if err != nil {
					t.Errorf("Ask: %v", err)
					return
				}
				if asked.Known == nil {
					f.wants(t, doneAnswer(len(name)))
				}
				f.stop()
			}
		})
	}
	asking.Wait()
	cancel()
	working.Wait()
	if len(answers) != questions {
		t.Errorf("answered %d questions of %d: %v", len(answers), questions, answers)
	}
	for name, n := range answers {
		if n != 1 {
			t.Errorf("%s was answered %d times", name, n)
		}
	}
	wantQuestions(t, a, 0)
}

// askAs asks a question as a player of an origin.
func askAs(t tb, s *suite, name, origin, player string) error {
	t.Helper()
	_, err := s.Ask(testContext(t), question(name), storage.Asker{Origin: origin, Player: room.PlayerID(player)})
	return err
}
