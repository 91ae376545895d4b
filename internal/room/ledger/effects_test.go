package ledger_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var effectCases = []testCase{
	{"DueInOrder", func(t *testing.T, s *suite) {
		var want []room.ID
		at := func(i int) time.Time { return start.Add(time.Duration(i) * time.Minute) }
		for i := range 40 {
			id := room.ID(fmt.Sprintf("r%d", i))
			want = append(want, id)
		}
		for i := range want { // stored in another order
			j := (i * 7) % len(want)
			(&roomWriter{id: want[j]}).write(t, s, room.Effects{Due: at(j)})
		}
		for _, limit := range []int{0, 1, 5, 39, 40, 41, 1000} {
			ids, err := s.Due(testContext(t), at(1000), limit)
			must(t, err)
			equal(t, fmt.Sprintf("Due with limit %d", limit), ids, want[:min(limit, len(want))])
		}
		wantDue(t, s, at(3), want[:4]...)
		wantDue(t, s, at(3).Add(-time.Millisecond), want[:3]...)
		wantDue(t, s, at(0).Add(-time.Millisecond))
	}},
	{"LastDeadlineCounts", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Due: start})
		p.write(t, s, room.Effects{Due: start.Add(time.Hour)})
		wantDue(t, s, start)
		wantDue(t, s, start.Add(time.Hour), "a")
		p.write(t, s, room.Effects{Due: start.Add(time.Minute)})
		wantDue(t, s, start.Add(time.Minute), "a")
		p.write(t, s, room.Effects{})
		wantDue(t, s, start.Add(1000*time.Hour))
	}},
	{"DeadlineInTheSameList", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Due: start, List: room.Playing})
		p.write(t, s, room.Effects{Due: start.Add(time.Hour), List: room.Playing, ListUnchanged: true})
		wantDue(t, s, start)
		wantDue(t, s, start.Add(time.Hour), "a")
		late := (&roomWriter{id: "a"}).next("late")
		fx := room.Effects{Due: start, List: room.Playing, ListUnchanged: true}
		wantErr(t, "Append 1 again", s.Append(testContext(t), "a", late, fx), storage.ErrConflict)
		wantDue(t, s, start)
		p.write(t, s, room.Effects{Due: start.Add(time.Hour), List: room.Playing, ListUnchanged: true, DueUnchanged: true})
		wantDue(t, s, start)
		wantRooms(t, s, room.Playing, "a")
	}},
	{"ListsInOrderOfEntry", func(t *testing.T, s *suite) {
		writers := make([]*roomWriter, 20)
		for i := range writers {
			writers[i] = &roomWriter{id: room.ID(fmt.Sprintf("r%d", i))}
			writers[i].write(t, s, room.Effects{List: room.Waiting})
		}
		var want []room.ID
		for i := range writers {
			want = append(want, writers[len(writers)-1-i].id)
		}
		for _, limit := range []int{0, 1, 7, 20, 21} {
			ids, err := s.Rooms(testContext(t), room.Waiting, limit)
			must(t, err)
			equal(t, fmt.Sprintf("Rooms with limit %d", limit), ids, want[:min(limit, 20)])
		}
		writers[3].write(t, s, room.Effects{List: room.Waiting}) // the room keeps its place in the list
		wantRooms(t, s, room.Waiting, want...)
		wantRooms(t, s, room.Playing)
	}},
	{"RoomIsInOneListAtMost", func(t *testing.T, s *suite) {
		a, b := &roomWriter{id: "a"}, &roomWriter{id: "b"}
		a.write(t, s, room.Effects{List: room.Waiting})
		b.write(t, s, room.Effects{List: room.Waiting})
		a.write(t, s, room.Effects{List: room.Playing})
		wantRooms(t, s, room.Waiting, "b")
		wantRooms(t, s, room.Playing, "a")
		b.write(t, s, room.Effects{List: room.Playing})
		wantRooms(t, s, room.Waiting)
		wantRooms(t, s, room.Playing, "b", "a")
		a.write(t, s, room.Effects{})
		wantRooms(t, s, room.Playing, "b")
		a.write(t, s, room.Effects{List: room.Playing}) // room a enters the list again, at the front
		wantRooms(t, s, room.Playing, "a", "b")
		wantRooms(t, s, room.Unlisted)
	}},
	{"EveryList", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		for _, in := range append(lists, lists[0]) {
			p.write(t, s, room.Effects{List: in})
			for _, list := range lists {
				if list == in {
					wantRooms(t, s, list, "a")
				} else {
					wantRooms(t, s, list)
				}
			}
			must(t, s.Touch(testContext(t), "a", p.n, room.Effects{}))
			wantNothing(t, s)
		}
		p.write(t, s, room.Effects{List: room.OpenPlaying})
		must(t, s.Delete(testContext(t), "a", p.n))
		wantNothing(t, s)
	}},
	{"AppendQueuesAJob", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{})
		wantBacklog(t, s, 0)
		p.write(t, s, room.Effects{Job: true})
		wantBacklog(t, s, 1)
		job := take(t, s, "w")
		if job.Room != "a" || job.N != 2 || job.Token == "" {
			t.Fatalf("job %+v", job)
		}
	}},
	{"TouchQueuesOneJobOnly", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Job: true})
		fx := room.Effects{Job: true}
		must(t, s.Touch(testContext(t), "a", 1, fx))
		wantBacklog(t, s, 1)
		job := take(t, s, "w")
		must(t, s.Touch(testContext(t), "a", 1, fx)) // the leased job is still in the queue
		wantBacklog(t, s, 1)
		must(t, s.Return(testContext(t), "w", job))
		must(t, s.Touch(testContext(t), "a", 1, fx))
		wantBacklog(t, s, 1)
		job = take(t, s, "w")
		must(t, s.Done(testContext(t), job))
		wantBacklog(t, s, 0)
		must(t, s.Touch(testContext(t), "a", 1, fx))
		must(t, s.Touch(testContext(t), "a", 1, fx))
		wantBacklog(t, s, 1)
		if job = take(t, s, "w"); job.N != 1 || job.Room != "a" {
			t.Fatalf("job %+v", job)
		}
	}},
	{"TouchLooksAtTheLastJob", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Job: true})
		old := take(t, s, "w")
		p.write(t, s, room.Effects{Job: true})
		must(t, s.Done(testContext(t), old))
		must(t, s.Touch(testContext(t), "a", 2, room.Effects{Job: true}))
		wantBacklog(t, s, 1)
		if job := take(t, s, "w"); job.N != 2 {
			t.Fatalf("job %+v", job)
		}
	}},
	{"TouchAfterDelete", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Job: true})
		must(t, s.Delete(testContext(t), "a", 1))
		wantBacklog(t, s, 0)
		(&roomWriter{id: "a"}).write(t, s, room.Effects{})
		must(t, s.Touch(testContext(t), "a", 1, room.Effects{Job: true}))
		wantBacklog(t, s, 1)
	}},
	{"StoresTheRecordWithTheEntry", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		r := game("a", 1, start, "alice", "bob")
		p.write(t, s, room.Effects{Record: r, Due: start, List: room.Playing, Job: true})
		got, err := s.Game(testContext(t), r.ID())
		must(t, err)
		sameRecord(t, got, *r)
		wantDue(t, s, start, "a")
		wantRooms(t, s, room.Playing, "a")
		wantBacklog(t, s, 1)
	}},
}

var lists = []room.List{room.Waiting, room.Playing, room.OpenWaiting, room.OpenPlaying}

func wantDue(t tb, s storage.Store, now time.Time, want ...room.ID) {
	t.Helper()
	ids, err := s.Due(testContext(t), now, 100)
	must(t, err)
	equal(t, "Due", ids, want)
}

func wantRooms(t tb, s storage.Store, list room.List, want ...room.ID) {
	t.Helper()
	ids, err := s.Rooms(testContext(t), list, 100)
	must(t, err)
	equal(t, fmt.Sprintf("Rooms %q", list), ids, want)
}

func wantBacklog(t tb, s storage.Store, want int) {
	t.Helper()
	if n := backlog(t, s); n != want {
		t.Fatalf("%d jobs in the queue, want %d", n, want)
	}
}

// backlog returns the number of jobs, waiting or leased.
func backlog(t tb, s storage.Store) int {
	t.Helper()
	p, err := s.Pending(testContext(t))
	must(t, err)
	return p.Waiting.Jobs + p.Running.Jobs
}

// wantNothing checks that the store has no deadline, list, job or record.
func wantNothing(t tb, s storage.Store) {
	t.Helper()
	wantDue(t, s, start.Add(1000*time.Hour))
	for _, list := range lists {
		wantRooms(t, s, list)
	}
	wantBacklog(t, s, 0)
	records, _, err := s.Games(testContext(t), storage.GamesQuery{Limit: 100})
	must(t, err)
	if len(records) != 0 {
		t.Fatalf("%d records", len(records))
	}
}
