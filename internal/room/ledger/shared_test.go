package ledger_test

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// openShared opens two handles on one empty store, as two processes would. The
// suite closes them.
type openShared func(t *testing.T, c conditions) (a, b storage.Store)

// runShared tests what package storage promises when several processes share a store.
func runShared(t *testing.T, open openShared) {
	pair := func(t *testing.T, jobLease time.Duration) (a, b *suite) {
		c := clocktest.At(start)
		first, second := open(t, conditions{Now: c.Now, JobLease: jobLease, SleepAfter: room.SleepAfter})
		return wrap(t, first, c), wrap(t, second, c)
	}
	for _, c := range []struct {
		name string
		run  func(t *testing.T, a, b *suite)
	}{
		{"OneOfTheRacingWritersWins", func(t *testing.T, a, b *suite) { raceForNumbers(t, a, b) }},
		{"OneProcessClaimsARoom", oneClaims},
		{"WatchesOtherProcesses", watchAcross},
		{"SeesPresenceOfOtherProcesses", presenceAcross},
		{"ReapsAnExpiredHolder", reapExpiredHolder},
		{"TakesJobsOfOtherProcesses", jobsAcross},
		{"SeesAnswersOfOtherProcesses", answersAcross},
		{"RacingAskersAndWorkers", raceForQuestions},
		{"ProcessesForgetTogether", forgetTogether},
		{"CloseDoesNotAffectOtherStores", func(t *testing.T, a, b *suite) {
			f := watch(t, b, "a")
			watch(t, a, "a")
			a.close(t)
			want := (&roomWriter{id: "a"}).write(t, b, room.Effects{Job: true})
			f.wantEntry(t, want)
			take(t, b, "w")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := pair(t, longLease)
			c.run(t, a, b)
		})
	}
	t.Run("ExpiredJobGoesToAnotherWorker", func(t *testing.T) {
		a, b := pair(t, shortLease)
		jobOfADeadWorker(t, a, b)
	})
}

func watchAcross(t *testing.T, a, b *suite) {
	f, g := watch(t, a, "a"), watch(t, b, "a")
	p := &roomWriter{id: "a"}
	for i := range 10 {
		s := []*suite{a, b}[i%2]
		want := p.write(t, s, room.Effects{})
		f.wantEntry(t, want)
		g.wantEntry(t, want)
		if got := read(t, []*suite{b, a}[i%2], "a", p.n-1); len(got) != 1 {
			t.Fatalf("the other handle reads %d entries", len(got))
		}
	}
	must(t, a.Delete(testContext(t), "a", p.n))
	if !f.next(t).Gone || !g.next(t).Gone {
		t.Fatal("one of the two watchers did not receive Gone")
	}
}

func presenceAcross(t *testing.T, a, b *suite) {
	f, g := watch(t, a, "a"), watch(t, b, "a")
	begin(t, a, "hub1")
	announce(t, a, "a", "hub1", annPresent)
	begin(t, b, "hub2")
	announce(t, b, "a", "hub2", bobPresent)
	announce(t, a, "a", "hub1", annPresent) // handle b has not seen a heartbeat of hub1
	wantPresent(t, a, "a", bothPresent)
	a.clock.Add(storage.PresenceTTL - time.Second)
	heartbeat(t, b, "hub2", false)
	a.clock.Add(time.Second)       // hub1 has expired
	heartbeat(t, b, "hub2", false) // the heartbeat of hub2 reaps hub1
	for _, want := range []storage.RoomPresence{annPresent, bothPresent, bothPresent, bobPresent} {
		f.wantPresences(t, want)
		g.wantPresences(t, want)
	}
}

func jobsAcross(t *testing.T, a, b *suite) {
	jobs := make(chan storage.Job, 1)
	go func() {
		job, err := b.Take(testContext(t), "w2", room.LaneQuick)
		if err != nil {
			t.Errorf("Take: %v", err)
		}
		jobs <- job
	}()
	p := &roomWriter{id: "a"}
	p.write(t, a, room.Effects{Job: true})
	job := await(t, jobs, "a job")
	must(t, a.Touch(testContext(t), "a", 1, room.Effects{Job: true}))
	wantBacklog(t, a, 1)
	wantErr(t, "Renew by another", a.Renew(testContext(t), "w1", job), storage.ErrNotFound)
	must(t, b.Renew(testContext(t), "w2", job))
	must(t, b.Return(testContext(t), "w2", job))
	again := take(t, a, "w1")
	if again.Room != "a" || again.N != 1 {
		t.Fatalf("job %+v", again)
	}
	must(t, b.Done(testContext(t), again))
	wantBacklog(t, b, 0)
}

func answersAcross(t *testing.T, a, b *suite) {
	f := watchAnswers(t, a, "x")
	tasks := make(chan storage.Task, 1)
	go func() {
		task, err := b.TakeQuestion(testContext(t), "w")
		if err != nil {
			t.Errorf("TakeQuestion: %v", err)
		}
		tasks <- task
	}()
	wantAsked(t, a, "x", nil)
	if task := await(t, tasks, "a question"); task.Question != question("x") {
		t.Fatalf("took %+v", task)
	}
	for _, answer := range []analysis.Answer{partialAnswer(1), doneAnswer(2)} {
		must(t, b.Publish(testContext(t), "w", question("x").Key(), answer))
		f.wants(t, answer)
		wantCached(t, a, "x", &answer)
	}
}
