package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// shortLease is a JobLease for tests that wait for its end.
const shortLease = 40 * time.Millisecond

// fairWithin bounds how many jobs of other rooms may be taken before a room's only job, while
// the other rooms keep queueing jobs.
const fairWithin = 64

var queueCases = []testCase{
	{"HandsOutEachJobOnce", func(t *testing.T, s *suite) {
		const jobs, workers = 60, 4
		for i := range jobs {
			(&roomWriter{id: room.ID(fmt.Sprintf("r%d", i))}).write(t, s, room.Effects{Job: true})
		}
		var mu sync.Mutex
		taken := make(map[room.ID]int)
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for range jobs / workers {
					job, err := s.Take(testContext(t), fmt.Sprintf("w%d", w), room.LaneQuick)
					if err == nil {
						err = s.Done(testContext(t), job)
					}
					if err != nil {
						t.Errorf("Take, Done: %v", err)
						return
					}
					mu.Lock()
					taken[job.Room]++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		if len(taken) != jobs {
			t.Fatalf("%d of %d jobs were taken: %v", len(taken), jobs, taken)
		}
		wantBacklog(t, s, 0)
		wantNoJob(t, s)
	}},
	{"TakesOneJobAtATime", func(t *testing.T, s *suite) {
		for i := range 40 {
			(&roomWriter{id: room.ID(fmt.Sprintf("r%d", i))}).write(t, s, room.Effects{Job: true})
		}
		take(t, s, "hoarder")
		for range 39 { // another worker can take all other jobs
			take(t, s, "w")
		}
		wantNoJob(t, s)
		wantBacklog(t, s, 40)
	}},
	{"TakeWaits", func(t *testing.T, s *suite) {
		jobs := make(chan storage.Job, 1)
		var wg sync.WaitGroup
		defer wg.Wait()
		for range 5 {
			wg.Go(func() {
				job, err := s.Take(testContext(t), "w", room.LaneQuick)
				if err != nil {
					t.Errorf("Take: %v", err)
				}
				jobs <- job
			})
			p := &roomWriter{id: room.ID(fmt.Sprintf("r%d", time.Now().UnixNano()))}
			p.write(t, s, room.Effects{Job: true})
			job := await(t, jobs, "a job")
			if job.Room != p.id || job.N != 1 {
				t.Fatalf("took job %+v, want a job of room %s", job, p.id)
			}
			must(t, s.Done(testContext(t), job))
		}
	}},
	{"TakeEndsWithItsContext", func(t *testing.T, s *suite) {
		ctx, cancel := context.WithCancel(context.Background())
		errs := make(chan error, 3)
		for range 3 {
			go func() {
				_, err := s.Take(ctx, "w", room.LaneQuick)
				errs <- err
			}()
		}
		cancel()
		for range 3 {
			wantErr(t, "Take", await(t, errs, "Take to return"), context.Canceled)
		}
	}},
	{"RenewsAndRemovesJobs", func(t *testing.T, s *suite) {
		(&roomWriter{id: "a"}).write(t, s, room.Effects{Job: true})
		job := take(t, s, "w1")
		must(t, s.Renew(testContext(t), "w1", job))
		wantErr(t, "Renew by another", s.Renew(testContext(t), "w2", job), storage.ErrNotFound)
		s.clock.Add(longLease - time.Second)
		must(t, s.Renew(testContext(t), "w1", job))
		s.clock.Add(longLease - time.Second)
		wantNoJob(t, s) // the job's lease was renewed
		must(t, s.Done(testContext(t), job))
		wantErr(t, "Renew of a job that is done", s.Renew(testContext(t), "w1", job), storage.ErrNotFound)
		must(t, s.Done(testContext(t), job)) // a second Done does nothing
		must(t, s.Return(testContext(t), "w1", job))
		wantBacklog(t, s, 0)
		wantNoJob(t, s)
		for _, token := range []string{"", "x", "1", "1-1", "-", "999999999999999999999999"} {
			no := storage.Job{Room: "a", N: 1, Token: token}
			wantErr(t, "Renew of a job that never was", s.Renew(testContext(t), "w1", no), storage.ErrNotFound)
			must(t, s.Done(testContext(t), no))
			must(t, s.Return(testContext(t), "w1", no))
		}
	}},
	{"ReturnsJobs", func(t *testing.T, s *suite) {
		(&roomWriter{id: "a"}).write(t, s, room.Effects{Job: true})
		job := take(t, s, "w1")
		must(t, s.Return(testContext(t), "w2", job)) // has no effect: the job is another worker's
		must(t, s.Renew(testContext(t), "w1", job))
		must(t, s.Return(testContext(t), "w1", job))
		wantErr(t, "Renew of a returned job", s.Renew(testContext(t), "w1", job), storage.ErrNotFound)
		wantBacklog(t, s, 1)
		again := take(t, s, "w2")
		if again.Room != "a" || again.N != 1 {
			t.Fatalf("job %+v", again)
		}
		must(t, s.Return(testContext(t), "w1", job)) // the job is another worker's now
		must(t, s.Renew(testContext(t), "w2", again))
		must(t, s.Done(testContext(t), again))
		wantBacklog(t, s, 0)
	}},
	{"ReturnWakesTake", func(t *testing.T, s *suite) {
		(&roomWriter{id: "a"}).write(t, s, room.Effects{Job: true})
		job := take(t, s, "w1")
		jobs := make(chan storage.Job, 1)
		go func() {
			job, _ := s.Take(testContext(t), "w2", room.LaneQuick)
			jobs <- job
		}()
		must(t, s.Return(testContext(t), "w1", job))
		if again := await(t, jobs, "the returned job"); again.Room != "a" {
			t.Fatalf("job %+v", again)
		}
	}},
	{"ReportsPendingJobs", reportsPending},
	{"IsFairAmongRooms", func(t *testing.T, s *suite) {
		busy := make(map[room.ID]*roomWriter)
		for i := range 8 {
			p := &roomWriter{id: room.ID(fmt.Sprintf("busy%d", i))}
			busy[p.id] = p
			p.write(t, s, room.Effects{Job: true})
		}
		(&roomWriter{id: "quiet"}).write(t, s, room.Effects{Job: true})
		for range fairWithin {
			job := take(t, s, "w")
			must(t, s.Done(testContext(t), job))
			if job.Room == "quiet" {
				return
			}
			busy[job.Room].write(t, s, room.Effects{Job: true})
		}
		t.Fatalf("%d jobs were taken, but not the only job of one room", fairWithin)
	}},
}

// jobOfADeadWorker takes a job through one handle and does not renew its lease. Another worker
// must get the job through the other handle.
func jobOfADeadWorker(t *testing.T, a, b *suite) {
	p := &roomWriter{id: "a"}
	p.write(t, a, room.Effects{Job: true})
	job := take(t, a, "dead")
	a.clock.Add(shortLease)
	if b.clock != a.clock {
		b.clock.Add(shortLease)
	}
	again := take(t, b, "alive")
	if again.Room != job.Room || again.N != job.N {
		t.Fatalf("took job %+v, want %+v", again, job)
	}
	err := a.Renew(testContext(t), "dead", job)
	wantErr(t, "Renew by the dead worker", err, storage.ErrNotFound)
	must(t, b.Done(testContext(t), again))
	wantBacklog(t, a, 0)
}

// take takes a job of room.LaneQuick.
func take(t tb, s storage.Store, worker string) storage.Job {
	t.Helper()
	return takeFrom(t, s, worker, room.LaneQuick)
}

func takeFrom(t tb, s storage.Store, worker string, lane room.Lane, skip ...string) storage.Job {
	t.Helper()
	job, err := s.Take(testContext(t), worker, lane, skip...)
	must(t, err)
	return job
}

// wantNoJob checks that Take finds no job of room.LaneQuick for a while.
func wantNoJob(t tb, s storage.Store) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	job, err := s.Take(ctx, "idler", room.LaneQuick)
	if err == nil {
		t.Fatalf("took %+v, want nothing", job)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Take: got error %v, want %v", err, context.DeadlineExceeded)
	}
}
