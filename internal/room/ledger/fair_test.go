package ledger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// fairCases test the order in which the queue of jobs and the queue of questions serve
// origins and players.
var fairCases = []testCase{
	{"ServesOriginsInTurn", func(t *testing.T, s *suite) {
		awaitQueue(t, s)
		for i := range 12 {
			queueJob(t, s, fmt.Sprint("flood", i), "origin1", room.PlayerID(fmt.Sprint("p", i)), room.LaneSlow)
		}
		queueJob(t, s, "other", "origin2", "ann", room.LaneSlow)
		queueJob(t, s, "unknown", "", "bob", room.LaneSlow)
		var first []room.ID
		for range 4 {
			job := takeFrom(t, s, "w", room.LaneSlow)
			first = append(first, job.Room)
			must(t, s.Done(testContext(t), job))
		}
		if !slices.Contains(first, "other") || !slices.Contains(first, "unknown") {
			t.Fatalf("took the jobs of %v first", first)
		}
	}},
	{"ServesPlayersOfAnOriginInTurn", func(t *testing.T, s *suite) {
		awaitQueue(t, s)
		same := sameShard(s, 8)
		for _, id := range same[:6] {
			queueJob(t, s, string(id), "school", "keen", room.LaneSlow)
		}
		queueJob(t, s, string(same[6]), "school", "ann", room.LaneSlow)
		queueJob(t, s, string(same[7]), "school", "bob", room.LaneSlow)
		var taken []room.ID
		for range 8 {
			taken = append(taken, takeFrom(t, s, "w", room.LaneSlow).Room)
		}
		want := []room.ID{same[0], same[6], same[7], same[1], same[2], same[3], same[4], same[5]}
		equal(t, "rooms", taken, want)
	}},
	{"TakesFromOneLane", func(t *testing.T, s *suite) {
		awaitQueue(t, s)
		for _, lane := range room.Lanes {
			for i := range 2 {
				queueJob(t, s, fmt.Sprint(lane, i), "origin1", "ann", lane)
			}
		}
		p, err := s.Pending(testContext(t))
		must(t, err)
		for _, lane := range []room.Lane{room.LaneMachine, room.LaneQuick, room.LaneSlow} {
			if p.Lanes[lane].Jobs != 2 {
				t.Errorf("pending %+v: want two jobs in the lane %v", p, lane)
			}
			for range 2 {
				job := takeFrom(t, s, "w", lane)
				if job.Lane != lane || !strings.HasPrefix(string(job.Room), lane.String()) || job.Origin != "origin1" {
					t.Fatalf("took %+v from the lane %v", job, lane)
				}
				must(t, s.Done(testContext(t), job))
			}
		}
	}},
	{"SkipsOrigins", func(t *testing.T, s *suite) {
		awaitQueue(t, s)
		for i := range 3 {
			queueJob(t, s, fmt.Sprint("full", i), "full", "ann", room.LaneSlow)
		}
		queueJob(t, s, "free", "free", "ann", room.LaneSlow)
		job := takeFrom(t, s, "w", room.LaneSlow, "full", "also full")
		if job.Room != "free" {
			t.Fatalf("took %+v", job)
		}
		must(t, s.Return(testContext(t), "w", job))
		again := takeFrom(t, s, "w", room.LaneSlow, "free") // ignores the returned job of origin free
		if again.Origin != "full" {
			t.Fatalf("took %+v", again)
		}
	}},
	{"ReturnedMachineJobWaitsInItsPlace", func(t *testing.T, s *suite) {
		awaitQueue(t, s)
		same := sameShard(s, 2)
		queueJob(t, s, string(same[0]), "origin1", "ann", room.LaneMachine)
		queueJob(t, s, string(same[1]), "origin2", "bob", room.LaneMachine)
		job := takeFrom(t, s, "w", room.LaneMachine)
		must(t, s.Return(testContext(t), "w", job))
		if next := takeFrom(t, s, "w", room.LaneMachine); job.Room != same[0] || next.Room != same[1] {
			t.Fatalf("took the job of room %s and, after its return, the job of room %s", job.Room, next.Room)
		}
		takeFrom(t, s, "w", room.LaneMachine)
		wantPending(t, s, 0, 2)
	}},
	{"LeftJobsDelayOthersByOne", leftJobsDelayOthersByOne},
	{"KeepsTheOriginWithTheLog", func(t *testing.T, s *suite) {
		awaitQueue(t, s)
		p := queueJob(t, s, "a", "origin1", "ann", room.LaneSlow)
		must(t, s.Done(testContext(t), takeFrom(t, s, "w", room.LaneSlow)))
		p.write(t, s, room.Effects{Job: true, Lane: room.LaneSlow, Owner: "ann"}) // as a worker or a sweep does
		if job := takeFrom(t, s, "w", room.LaneSlow); job.Origin != "origin1" {
			t.Fatalf("took %+v", job)
		}
		must(t, s.Delete(testContext(t), "a", p.n))
		wantBacklog(t, s, 0)
		(&roomWriter{id: "a"}).write(t, s, room.Effects{Job: true, Lane: room.LaneSlow})
		if job := takeFrom(t, s, "w", room.LaneSlow); job.Origin != "" {
			t.Fatalf("after the log was deleted: took %+v", job)
		}
	}},
	{"RemovedJobsLeaveTheirTurns", func(t *testing.T, s *suite) {
		awaitQueue(t, s)
		same := sameShard(s, 3)
		gone := queueJob(t, s, string(same[0]), "origin1", "ann", room.LaneSlow)
		must(t, s.Delete(testContext(t), gone.id, gone.n))
		queueJob(t, s, string(same[1]), "origin2", "bob", room.LaneSlow)
		queueJob(t, s, string(same[2]), "origin1", "ann", room.LaneSlow)
		first, second := takeFrom(t, s, "w", room.LaneSlow), takeFrom(t, s, "w", room.LaneSlow)
		equal(t, "rooms", []room.ID{first.Room, second.Room}, []room.ID{same[1], same[2]})
	}},
	{"ServesAskersInTurn", func(t *testing.T, s *suite) {
		ask := func(name, origin string, player room.PlayerID) {
			_, err := s.Ask(testContext(t), question(name), storage.Asker{Origin: origin, Player: player})
			must(t, err)
		}
		for i := range 5 { // a flood of one origin, with a new player each
			ask(fmt.Sprint("flood", i), "origin1", room.PlayerID(fmt.Sprint("p", i)))
		}
		ask("other", "origin2", "ann")
		ask("other2", "origin2", "ann")
		for i, name := range []string{"flood0", "other", "flood1", "other2", "flood2", "flood3", "flood4"} {
			takeQuestion(t, s, fmt.Sprint("w", i), name, nil)
		}
	}},
}

// leftJobsDelayOthersByOne leaves the same jobs again and again, as a worker of an older
// version does. The job of another room must wait for at most one left job.
func leftJobsDelayOthersByOne(t *testing.T, s *suite) {
	awaitQueue(t, s)
	same := sameShard(s, 4*len(room.Lanes))
	for i, lane := range room.Lanes {
		rooms := same[4*i : 4*i+4]
		for _, id := range rooms[:3] {
			queueJob(t, s, string(id), "origin1", "ann", lane)
		}
		for range 6 {
			job := takeFrom(t, s, "old", lane)
			must(t, s.Leave(testContext(t), "other", job)) // has no effect
			must(t, s.Renew(testContext(t), "old", job))
			must(t, s.Leave(testContext(t), "old", job))
			wantErr(t, "Renew of a left job", s.Renew(testContext(t), "old", job), storage.ErrNotFound)
		}
		queueJob(t, s, string(rooms[3]), "origin1", "ann", lane)
		job := takeFrom(t, s, "old", lane)
		must(t, s.Leave(testContext(t), "old", job))
		other := takeFrom(t, s, "old", lane)
		if other.Room != rooms[3] || job.Room == other.Room {
			t.Errorf("lane %v: took the jobs of %s and %s, want one left job and %s", lane, job.Room, other.Room, rooms[3])
		}
		must(t, s.Done(testContext(t), other))
		for range rooms[:3] {
			must(t, s.Done(testContext(t), takeFrom(t, s, "new", lane)))
		}
		wantBacklog(t, s, 0)
	}
}

// queueJob creates a room and queues a job with its first entry.
func queueJob(t tb, s storage.Store, id, origin string, owner room.PlayerID, lane room.Lane) *roomWriter {
	t.Helper()
	p := &roomWriter{id: room.ID(id)}
	p.write(t, s, room.Effects{Job: true, Lane: lane, Origin: origin, Owner: owner})
	return p
}

// awaitQueue takes and removes a job in each shard, so that the store has seen a worker. For
// jobs that were queued before any worker came, a store may choose another order.
func awaitQueue(t tb, s storage.Store) {
	t.Helper()
	seen := map[int]bool{}
	for i := 0; len(seen) < s.Shards(); i++ {
		id := fmt.Sprint("before", i)
		if shard := s.Shard(room.ID(id)); !seen[shard] {
			seen[shard] = true
			queueJob(t, s, id, "before", "before", room.LaneQuick)
		}
	}
	for range seen {
		must(t, s.Done(testContext(t), take(t, s, "before")))
	}
}

// sameShard returns names of rooms in one shard. The order of jobs is exact only within a shard.
func sameShard(s storage.Store, n int) (ids []room.ID) {
	for i := 0; len(ids) < n; i++ {
		if id := room.ID(fmt.Sprint("same", i)); s.Shard(id) == 0 {
			ids = append(ids, id)
		}
	}
	return ids
}
