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

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestRacingWriters lets writers send commands through several replicas of a room while time
// passes and sweeps run. The room must have one legal history, with each acknowledged command
// exactly once. When all writers have left, sweeps must bring the room to its end.
//
// A referee says what is legal. It shares only package rules with State. For every entry it
// finds a command that was sent, and it computes the clocks itself. The test compares the
// referee with the fold after each entry. It also fails if it has not met every transition in
// expectedTransitions.
func TestRacingWriters(t *testing.T) {
	store := storetest.Open(t)
	rooms := 0
	seen := transitionCounts{}
	play := func(rt *rapid.T) {
		rooms++
		r := newSeries(store, room.ID(fmt.Sprintf("race-%d", rooms)), seen)
		r.create(rt)
		writers := rapid.SampledFrom([]int{1, 2, 3, 4, 2, 3, 4, 0}).Draw(rt, "writers")
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
	// Most runs meet every transition in the first round. A few runs need about five rounds.
	for range maxRounds {
		rapid.Check(t, play)
		if seen.complete() {
			break
		}
	}
	seen.check(t)
}

// maxRounds is the number of rounds after which the test fails if a transition was never met.
const maxRounds = 15

const (
	ana room.PlayerID = "ana" // creates the room
	bob room.PlayerID = "bob"
	eve room.PlayerID = "eve" // a spectator who sends commands
)

// keepLogs is a retention that is longer than any plan of steps takes.
const keepLogs = 100 * 365 * 24 * time.Hour

type ack struct {
	by  room.PlayerID
	cmd string
}

// start is when every race begins: a whole millisecond, like all times of rooms.
var start = time.Date(2024, 5, 6, 7, 8, 9, int(10*time.Millisecond), time.UTC)

// series is a room with several writers. Each writer has a replica. The clock only goes
// forward.
type series struct {
	store   storage.Store
	id      room.ID
	clock   *clocktest.Clock
	seen    transitionCounts
	counted uint64 // number of the last entry whose transition was counted

	mu        sync.Mutex
	outages   []room.Outage // outages that all executors know, the earliest first
	noOutages bool          // known returns no outages any more

	sent   map[ack][]room.Command // several commands if two writers have used the same ID
	acks   map[ack]uint64
	faults []error

	// refusals has, by the number of the replica's last entry, the commands refused then.
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
		store: store, id: id, clock: clocktest.At(start), seen: seen,
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

// outage advances the clock by an outage that the executors then know. Other writers may have
// stored entries during the outage.
func (r *series) outage(lasted time.Duration) {
	since := r.clock.Now()
	r.clock.Add(lasted)
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
		r.clock.Add(s.wait)
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
		times = 5 // more emotes than a player may send in a row
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
	c.By, c.Do = s.command(replica.State())
	r.play(replica, c)
	if s.twice {
		r.play(play.NewReplica(r.id), c) // through another hub, which has not read the room
	}
}

// play sends a command and records the result. Two acknowledgements of one command must
// return the same entry number.
func (r *series) play(replica *play.Replica, c room.Command) {
	key := ack{c.By, c.ID}
	r.mu.Lock()
	r.sent[key] = append(r.sent[key], c)
	r.mu.Unlock()
	executor, at := r.executor(), time.Time{}
	executor.Now = func() time.Time { at = r.clock.Now(); return at } // at is the time of the last decision
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
		r.faults = append(r.faults, fmt.Errorf("command %v was acknowledged as entry %d and as entry %d", key, before, n))
	}
	r.acks[key] = n
}

func (r *series) fault(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults = append(r.faults, err)
}
