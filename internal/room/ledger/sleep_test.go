package ledger_test

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// shortSleep is a SleepAfter for tests that wait until a room sleeps.
const shortSleep = 60 * time.Millisecond

// awakeCases test that a new room of AI against AI is awake, with the usual room.SleepAfter.
var awakeCases = []testCase{
	{"NewRoomIsAwake", func(t *testing.T, s *suite) {
		newMachineRoom(t, s, "a").write(t, s, machineTurn)
		wantBacklog(t, s, 2)
	}},
	{"NewRoomIsAwakeIfItsFirstTurnIsLater", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{List: room.Playing, Due: start}) // its pace delays the turn
		must(t, s.Touch(testContext(t), "a", 1, machineTurn))
		wantBacklog(t, s, 1)
	}},
}

// sleepCases test when a room of AI against AI sleeps.
var sleepCases = []testCase{
	{"NewRoomFallsAsleep", func(t *testing.T, s *suite) {
		s.awaitSleep(t, newMachineRoom(t, s, "a"))
	}},
	{"RestoredRoomIsAwakeForAWhile", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		var entries []room.Entry
		for range 3 {
			e := p.next("x")
			p.n, p.last, entries = e.N, e.Digest, append(entries, e)
		}
		must(t, s.Restore(testContext(t), "a", entries, machineTurn))
		wantBacklog(t, s, 1)
		s.awaitSleep(t, p)
	}},
	{"OnlyMachineTurnsSleep", func(t *testing.T, s *suite) {
		p := newMachineRoom(t, s, "a")
		s.awaitSleep(t, p)
		fx := machineTurn
		fx.Lane = room.LaneSlow
		p.write(t, s, fx)
		wantBacklog(t, s, 1)
	}},
	{"WakesAndStaysAwakeWhileWatched", func(t *testing.T, s *suite) {
		p := newMachineRoom(t, s, "a")
		s.awaitSleep(t, p)
		begin(t, s, "h1", "h2")
		announce(t, s, "a", "h1", storage.RoomPresence{Goodbyes: [2]int64{1, 0}}) // nobody is present
		must(t, s.Touch(testContext(t), "a", p.n, machineTurn))
		wantAsleep(t, s, p)
		announce(t, s, "a", "h1", storage.RoomPresence{Spectators: 1})
		announce(t, s, "a", "h2", annPresent)
		announce(t, s, "a", "h2", storage.RoomPresence{})
		wantIsAsleep(t, s, "a", false)
		must(t, s.Touch(testContext(t), "a", p.n, machineTurn))
		wantBacklog(t, s, 1)
		wantDue(t, s, machineTurn.Due, "a")
		s.clock.Add(storage.PresenceTTL - time.Second)
		heartbeat(t, s, "h1", false)
		s.clock.Add(storage.PresenceTTL - time.Second)
		p.write(t, s, machineTurn)
		wantBacklog(t, s, 2)
		announce(t, s, "a", "h1", storage.RoomPresence{})
		s.awaitSleep(t, p)
	}},
	{"SleepsAfterItsHolderDied", func(t *testing.T, s *suite) {
		p := newMachineRoom(t, s, "a")
		begin(t, s, "h1", "h2")
		announce(t, s, "a", "h1", annPresent)
		s.clock.Add(storage.PresenceTTL - time.Second)
		heartbeat(t, s, "h2", false)
		s.clock.Add(time.Second)
		heartbeat(t, s, "h2", false) // reaps h1
		s.awaitSleep(t, p)
	}},
	{"SleepsAfterAllHoldersDied", func(t *testing.T, s *suite) {
		p := newMachineRoom(t, s, "a")
		begin(t, s, "h1")
		announce(t, s, "a", "h1", annPresent)
		s.clock.Add(storage.PresenceTTL)
		begin(t, s, "h2")
		s.awaitSleep(t, p)
	}},
	{"RoomWithAJobIsNotAsleep", func(t *testing.T, s *suite) {
		same := sameShard(s, 2)
		owed := newMachineRoom(t, s, same[0])
		job := takeFrom(t, s, "w", room.LaneMachine)
		later := &roomWriter{id: same[1]}
		later.write(t, s, machineTurn)
		must(t, s.Done(testContext(t), takeFrom(t, s, "w2", room.LaneMachine)))
		for asleep, ctx := false, testContext(t); !asleep; s.clock.Add(time.Millisecond) {
			var err error
			asleep, err = s.Asleep(ctx, later.id)
			must(t, err)
		}
		wantIsAsleep(t, s, owed.id, false) // awake although nobody watches
		must(t, s.Done(testContext(t), job))
		wantIsAsleep(t, s, owed.id, true)
	}},
	{"DeletedRoomIsForgotten", func(t *testing.T, s *suite) {
		p := newMachineRoom(t, s, "a")
		begin(t, s, "h1")
		announce(t, s, "a", "h1", annPresent)
		must(t, s.Delete(testContext(t), "a", p.n))
		wantBacklog(t, s, 0)
		must(t, s.Touch(testContext(t), "a", 0, machineTurn))
		wantBacklog(t, s, 0)
	}},
}

// machineTurn has the effects of an entry in a room of AI against AI.
var machineTurn = room.Effects{
	Job: true, Lane: room.LaneMachine, List: room.Playing, Due: start.Add(time.Hour), DueAsleep: start.Add(100 * time.Hour),
}

// newMachineRoom creates a room whose first turn is in the queue.
func newMachineRoom(t tb, s storage.Store, id room.ID) *roomWriter {
	t.Helper()
	p := &roomWriter{id: id}
	p.write(t, s, machineTurn)
	wantBacklog(t, s, 1)
	wantDue(t, s, machineTurn.Due, id)
	return p
}

// awaitSleep waits until the room sleeps, by the clock of the store or of the suite. Its turns
// are then no longer queued.
func (s *suite) awaitSleep(t tb, p *roomWriter) {
	t.Helper()
	for ctx := testContext(t); ; s.clock.Add(time.Millisecond) {
		for range backlog(t, s) {
			must(t, s.Done(ctx, takeFrom(t, s, "w", room.LaneMachine)))
		}
		must(t, s.Touch(ctx, p.id, p.n, machineTurn))
		if backlog(t, s) == 0 {
			break
		}
	}
	wantAsleep(t, s, p)
}

func wantAsleep(t tb, s storage.Store, p *roomWriter) {
	t.Helper()
	wantIsAsleep(t, s, p.id, true)
	wantBacklog(t, s, 0)
	wantDue(t, s, machineTurn.Due)
	wantDue(t, s, machineTurn.DueAsleep, p.id)
}

func wantIsAsleep(t tb, s storage.Store, id room.ID, want bool) {
	t.Helper()
	asleep, err := s.Asleep(testContext(t), id)
	must(t, err)
	if asleep != want {
		t.Fatalf("room %s is asleep: %v, want %v", id, asleep, want)
	}
}
