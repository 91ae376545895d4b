package ledger_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// replyCases test Reply, and the entries that come with jobs.
var replyCases = []testCase{
	{"StoresTheEntryAndRemovesTheJob", func(t *testing.T, s *suite) {
		p, f := &roomWriter{id: "a"}, watch(t, s, "a")
		f.wantEntry(t, p.write(t, s, room.Effects{Job: true}))
		job, e := take(t, s, "w"), p.next("reply")
		due := start.Add(time.Minute)
		must(t, s.Reply(testContext(t), e, room.Effects{Due: due, List: room.Playing}, "w", job))
		sameEntry(t, read(t, s, "a", 1)[0], e)
		f.wantEntry(t, e)
		wantDue(t, s, due, "a")
		wantRooms(t, s, room.Playing, "a")
		wantBacklog(t, s, 0)
		wantErr(t, "Renew of an answered job", s.Renew(testContext(t), "w", job), storage.ErrNotFound)
	}},
	{"QueuesTheNextTurnOfTheRoom", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Job: true})
		job := take(t, s, "w")
		must(t, s.Reply(testContext(t), p.next("reply"), room.Effects{Job: true}, "w", job))
		wantBacklog(t, s, 1)
		if next := take(t, s, "w"); next.Room != "a" || next.N != 2 {
			t.Fatalf("took %+v", next)
		}
	}},
	{"LeavesTheJobAfterAConflict", func(t *testing.T, s *suite) {
		for i, conflict := range []roomWriter{{n: 0}, {n: 1, last: "another"}, {n: 2}} {
			p := &roomWriter{id: room.ID(fmt.Sprint("room", i))}
			p.write(t, s, room.Effects{Job: true})
			other := &roomWriter{id: room.ID(fmt.Sprint("other", i))}
			other.write(t, s, room.Effects{Job: true})
			jobs := map[room.ID]storage.Job{}
			for range 2 {
				job := take(t, s, "w")
				jobs[job.Room] = job
			}
			must(t, s.Return(testContext(t), "w", jobs[other.id]))
			err := s.Reply(testContext(t), conflict.next("x"), room.Effects{Job: true}, "w", jobs[p.id])
			wantErr(t, "Reply", err, storage.ErrConflict)
			must(t, s.Renew(testContext(t), "w", jobs[p.id]))
			must(t, s.Done(testContext(t), jobs[p.id]))
			must(t, s.Done(testContext(t), take(t, s, "w"))) // of the other room
			wantBacklog(t, s, 0)
			if entries := read(t, s, p.id, 0); len(entries) != 1 {
				t.Errorf("there are %d entries", len(entries))
			}
		}
	}},
	{"KeepsTheOrderOfTake", replyKeepsTheOrder},
	{"StoresAReplyAfterTheLease", func(t *testing.T, s *suite) {
		for i, after := range []func(storage.Job){
			func(job storage.Job) { must(t, s.Return(testContext(t), "w", job)) },                      // it waits
			func(job storage.Job) { must(t, s.Return(testContext(t), "w", job)); take(t, s, "other") }, // another has it
		} {
			p := &roomWriter{id: room.ID(fmt.Sprint("room", i))}
			p.write(t, s, room.Effects{Job: true})
			job := take(t, s, "w")
			after(job)
			must(t, s.Reply(testContext(t), p.next("x"), room.Effects{}, "w", job))
			wantBacklog(t, s, 0)
		}
	}},
	{"StoresAReplyToAJobThatIsGone", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		for _, token := range []string{"", "x", "0", "999999999999999999999999", "1/1/0/origin/player/a"} {
			e := p.next("x")
			must(t, s.Reply(testContext(t), e, room.Effects{}, "w", storage.Job{Room: "a", Token: token}))
			p.n, p.last = e.N, e.Digest
		}
		wantBacklog(t, s, 0)
	}},
	{"JobsBringTheLastEntries", func(t *testing.T, s *suite) {
		for i := range 40 { // rooms of many shards
			p := &roomWriter{id: room.ID(fmt.Sprint("room", i))}
			for range i % 6 {
				p.write(t, s, room.Effects{})
			}
			p.write(t, s, room.Effects{Job: true})
			job := take(t, s, "w")
			wantLast(t, s, job)
			must(t, s.Done(testContext(t), job))
		}
	}},
}

// replyKeepsTheOrder answers jobs of several origins and players, and queues others meanwhile. The
// jobs must come in the order of the queue.
func replyKeepsTheOrder(t *testing.T, s *suite) {
	awaitQueue(t, s)
	same := sameShard(s, 8)
	writers := map[room.ID]*roomWriter{}
	queue := func(i int, origin string, player room.PlayerID) {
		writers[same[i]] = queueJob(t, s, string(same[i]), origin, player, room.LaneQuick)
	}
	for i := range 4 {
		queue(i, "school", "keen")
	}
	queue(4, "school", "ann")
	queue(5, "home", "bob")
	var taken []room.ID
	for range same {
		job := take(t, s, "w")
		taken = append(taken, job.Room)
		switch len(taken) {
		case 2:
			queue(6, "home", "bob")
		case 3:
			queue(7, "school", "ann")
		}
		wantLast(t, s, job)
		must(t, s.Reply(testContext(t), writers[job.Room].next("x"), room.Effects{}, "w", job))
	}
	equal(t, "rooms", taken, []room.ID{same[0], same[5], same[4], same[6], same[1], same[7], same[2], same[3]})
	wantBacklog(t, s, 0)
}

// wantLast checks that the entries that came with a job, if there are any, are the last of its room.
func wantLast(t tb, s storage.Store, job storage.Job) {
	t.Helper()
	all := read(t, s, job.Room, 0)
	if len(job.Last) > len(all) {
		t.Fatalf("%d entries came with a job of a room with %d", len(job.Last), len(all))
	}
	for i, e := range all[len(all)-len(job.Last):] {
		if !bytes.Equal(job.Last[i], e.Raw()) {
			t.Fatalf("%s came with the job, want %s", job.Last[i], e.Raw())
		}
	}
}
