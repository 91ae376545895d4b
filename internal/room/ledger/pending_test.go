package ledger_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// reportsPending checks the numbers and ages of pending jobs through the life of some jobs.
func reportsPending(t *testing.T, s *suite) {
	wantPending(t, s, 0, 0)
	old := &roomWriter{id: "old"}
	old.write(t, s, room.Effects{Job: true})
	first := s.aged(t, 100*time.Millisecond) // longer than Pending takes
	for i := range 3 {
		(&roomWriter{id: room.ID(fmt.Sprintf("young%d", i))}).write(t, s, room.Effects{Job: true})
	}
	if p := wantPending(t, s, 4, 0); p.Waiting.Age < first {
		t.Fatalf("with younger jobs in the queue, the oldest job is %v old, was %v before", p.Waiting.Age, first)
	}

	jobs := map[room.ID]storage.Job{}
	for range 4 {
		job := take(t, s, "w")
		jobs[job.Room] = job
	}
	if p := wantPending(t, s, 0, 4); p.Running.Age < first {
		t.Fatalf("after Take, the oldest running job is %v old, was %v before", p.Running.Age, first)
	}
	must(t, s.Return(testContext(t), "w", jobs["old"]))
	returned := wantPending(t, s, 1, 3)
	if returned.Waiting.Age < first || returned.Running.Age > returned.Waiting.Age {
		t.Fatalf("after the return of the oldest job, the oldest waiting job is %v old and the oldest running one %v; the returned job was %v old before",
			returned.Waiting.Age, returned.Running.Age, first)
	}
	must(t, s.Done(testContext(t), jobs["young0"]))
	wantPending(t, s, 1, 2)
	old.write(t, s, room.Effects{Job: true}) // the room's next turn
	wantPending(t, s, 2, 2)
	again := take(t, s, "w2")
	if again.Room != "old" || again.N != 1 {
		t.Fatalf("took job %+v, want the returned job", again)
	}
	wantPending(t, s, 1, 3)
	for _, job := range []storage.Job{again, jobs["young1"], jobs["young2"], take(t, s, "w3")} {
		must(t, s.Done(testContext(t), job))
	}
	wantPending(t, s, 0, 0)
}

// wantPending checks how many jobs wait and run. Without jobs the age must be 0.
func wantPending(t tb, s storage.Store, waiting, running int) storage.Pending {
	t.Helper()
	p, err := s.Pending(testContext(t))
	must(t, err)
	if p.Waiting.Jobs != waiting || p.Running.Jobs != running {
		t.Fatalf("pending %+v, want %d jobs waiting and %d running", p, waiting, running)
	}
	for _, l := range []storage.QueueLoad{p.Waiting, p.Running} {
		if l.Age < 0 || l.Jobs == 0 && l.Age != 0 {
			t.Fatalf("pending %+v: an age without a job", p)
		}
	}
	wantBacklog(t, s, waiting+running)
	return p
}

// aged waits until the oldest waiting job is older than d, and returns its age. It advances
// the suite's clock, but a store may use its own clock.
func (s *suite) aged(t tb, d time.Duration) time.Duration {
	t.Helper()
	for ctx := testContext(t); ; s.clock.Add(time.Millisecond) {
		p, err := s.Pending(ctx)
		must(t, err)
		if p.Waiting.Age > d {
			return p.Waiting.Age
		}
	}
}
