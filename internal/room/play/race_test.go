package play_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestRacingWriters shows that a room has one history, whatever commands race through
// whatever replicas while time passes and sweeps run: the history is legal, and each
// acknowledged command is in it exactly once. When all writers have left, time alone
// brings the room to its end.
//
// A referee says what is legal. It shares nothing with State but package rules: it
// explains every entry by a command that was sent, keeps the clocks by plain
// arithmetic, and is compared with the fold after each entry. The test also fails if
// it has not met every transition in expectedTransitions.
func TestRacingWriters(t *testing.T) {
	store := storetest.Open(t)
	rooms := 0
	seen := transitionCounts{}
	play := func(rt *rapid.T) {
		rooms++
		r := newSeries(store, room.ID(fmt.Sprintf("race-%d", rooms)), seen)
		r.create(rt)
		writers := rapid.SampledFrom([]int{1, 2, 3, 4, 2, 3, 4, 0}).Draw(rt, "writers") // 0: nobody comes
		plans := make([][]step, writers)
		for w := range plans {
			plans[w] = rapid.SliceOfN(steps(w), 40, 80).Draw(rt, fmt.Sprintf("plan %d", w))
		}
		var all sync.WaitGroup
		for w, plan := range plans {
			all.Go(func() { r.write(w, plan) })
		}
		all.Wait()
		if err := errors.Join(r.faults...); err != nil {
			rt.Fatal(err)
		}
		r.check(rt)
		r.leave(rt)
	}
	// Most runs meet every transition in the first round. A rare run needs about five.
	for range maxRounds {
		rapid.Check(t, play)
		if seen.complete() {
			break
		}
	}
	seen.check(t)
}

// maxRounds bounds the rounds until a transition that was never met counts as impossible.
const maxRounds = 15

const (
	ana room.PlayerID = "ana" // opens the room
	bob room.PlayerID = "bob"
	eve room.PlayerID = "eve" // watches, and tries
)

// keepLogs is a retention that no plan outlasts.
const keepLogs = 100 * 365 * 24 * time.Hour

type ack struct {
	by  room.PlayerID
	cmd string
}

// series is one room with several writers, a replica each, and one clock that only goes
// forward.
type series struct {
	store   storage.Store
	id      room.ID
	clock   *clock
	seen    transitionCounts
	counted uint64 // entries up to it are counted

	mu        sync.Mutex
	outages   []room.Outage // known to all executors, the earliest first
	noOutages bool          // known returns none any more

	sent   map[ack][]room.Command // more than one if a writer has used another's ID
	acks   map[ack]uint64
	faults []error

	// Refusals by the last entry of the replica.
	refusals map[uint64][]refused
}

// refused is a command that was refused, and when.
type refused struct {
	c   room.Command
	at  time.Time
	why error
}

func newSeries(store storage.Store, id room.ID, seen transitionCounts) *series {
	return &series{
		store: store, id: id, clock: &clock{now: start}, seen: seen,
		sent: map[ack][]room.Command{}, acks: map[ack]uint64{}, refusals: map[uint64][]refused{},
	}
}

func (r *series) executor() play.Executor {
	return play.Executor{Log: r.store, Now: r.clock.Now, Retention: keepLogs, Outages: r.known}
}

// known returns the outages so far.
func (r *series) known(room.ID) []room.Outage {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.noOutages {
		return nil
	}
	return slices.Clone(r.outages)
}

// outage lets time pass in which the executors believe that nothing could be stored;
// other writers may have stored entries.
func (r *series) outage(lasted time.Duration) {
	since := r.clock.Now()
	r.clock.advance(lasted)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.outages = append(r.outages, room.Outage{Since: since, Until: r.clock.Now()})
}

func (r *series) create(rt *rapid.T) {
	r.play(play.NewReplica(r.id), room.Command{ID: "create", By: ana, Do: creations.Draw(rt, "room")})
}

func (r *series) write(writer int, plan []step) {
	replica := play.NewReplica(r.id)
	for i, s := range plan {
		if s.refresh || i == 0 {
			if err := replica.Refresh(context.Background(), r.store); err != nil {
				r.fault(err)
				return
			}
		}
		r.carryOut(replica, s)
	}
}

func (r *series) carryOut(replica *play.Replica, s step) {
	switch s.what {
	case "wait":
		r.clock.advance(s.wait)
		return
	case "outage":
		r.outage(s.wait)
		return
	case "sweep":
		if err := r.executor().Sweep(context.Background(), r.id); err != nil {
			r.fault(fmt.Errorf("sweep: %w", err))
		}
		return
	}
	times := 1
	if s.what == "chatter" {
		times = 5 // more than may be said in a row
	}
	for i := range times {
		if i > 0 {
			s.cmd += "+"
		}
		r.send(replica, s)
	}
}

func (r *series) send(replica *play.Replica, s step) {
	c := room.Command{ID: s.cmd, Seen: replica.N() - min(s.behind, replica.N())}
	replica.View(func(state *room.State) { c.By, c.Do = s.command(state) })
	r.play(replica, c)
	if s.twice {
		r.play(play.NewReplica(r.id), c) // through another hub, which has read nothing
	}
}

// play sends a command and notes the result. Two acknowledgements of one command must
// name the same entry.
func (r *series) play(replica *play.Replica, c room.Command) {
	key := ack{c.By, c.ID}
	r.mu.Lock()
	r.sent[key] = append(r.sent[key], c)
	r.mu.Unlock()
	executor, at := r.executor(), time.Time{}
	executor.Now = func() time.Time { at = r.clock.Now(); return at } // the last call counts
	n, err := executor.Play(context.Background(), replica, c)
	var refusal *room.Refusal
	switch {
	case errors.Is(err, room.ErrBusy):
		return
	case errors.As(err, &refusal):
		r.mu.Lock()
		defer r.mu.Unlock()
		r.refusals[replica.N()] = append(r.refusals[replica.N()], refused{c, at, err})
		return
	case err != nil:
		r.fault(err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if before, ok := r.acks[key]; ok && before != n {
		r.faults = append(r.faults, fmt.Errorf("%v was acknowledged as %d and as %d", key, before, n))
	}
	r.acks[key] = n
}

func (r *series) fault(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults = append(r.faults, err)
}
