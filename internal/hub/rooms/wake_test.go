package rooms

import (
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// sleeper is a room of AI against AI on a store whose clock the test moves.
type sleeper struct {
	*served
	store storage.Store
	clock *clocktest.Clock
	id    room.ID
}

func newSleeper(t *testing.T, name room.ID, s *served, store storage.Store, clock *clocktest.Clock) *sleeper {
	t.Helper()
	return &sleeper{s, store, clock, s.createWith(name, "ana", room.Create{Levels: [2]string{"easy", "easy"}})}
}

// jobs returns how many turns are queued, and removes them if remove is true.
func (s *sleeper) jobs(remove bool) int {
	s.t.Helper()
	n, err := storetest.Backlog(s.t.Context(), s.store)
	if err != nil {
		s.t.Fatal(err)
	}
	for range n {
		if !remove {
			break
		}
		job, err := s.store.Take(s.t.Context(), "w", room.LaneMachine)
		if err == nil {
			err = s.store.Done(s.t.Context(), job)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	return n
}

// reply plays a move of the AI, as a worker does.
func (s *sleeper) reply() {
	r, err := play.Open(s.t.Context(), s.store, s.id)
	if err != nil {
		s.t.Error(err)
		return
	}
	var c room.Command
	state := r.State()
	move := state.Position.FormatMove(state.Position.Moves(nil)[0])
	c = room.Command{ID: fmt.Sprint("ai-", state.TurnN), By: room.Machine, Seen: state.TurnN, Do: room.Move{Move: move}}
	if _, err := s.rooms.ExecutorFor(nil).Play(s.t.Context(), r, c); err != nil {
		s.t.Error(err)
	}
}

// A room of AI against AI sleeps when nobody has watched it for a minute, and goes on when
// somebody comes. Nothing is read from or written to a room that sleeps.
func TestUnwatchedRoomSleeps(t *testing.T) {
	clock := clocktest.New()
	store := storetest.OpenAt(t, clock.Now)
	hub := serve(t, "hub", store, withClock(clock))
	s := newSleeper(t, "machine", hub, store, clock)
	s.reply()
	if n := s.jobs(true); n != 2 {
		t.Fatalf("a new room has queued %d turns, want 2", n)
	}
	clock.Add(room.SleepAfter)
	s.reply()
	if n := s.jobs(false); n != 0 {
		t.Fatalf("a room that sleeps has queued %d turns", n)
	}
	due, err := store.Due(t.Context(), clock.Now().Add(room.AbandonedLimit-time.Second), 10)
	if err != nil || len(due) > 0 {
		t.Errorf("a room that sleeps is due: %v, %v", due, err)
	}
	eve := hub.open("eve", s.id)
	hubtest.Await(t, "the room to wake", func() bool { return s.jobs(false) == 1 })
	s.jobs(true)
	clock.Add(2 * room.SleepAfter)
	hub.beat()
	s.reply() // while a spectator is there
	if n := s.jobs(true); n == 0 {
		t.Error("a room that is watched has queued no turn")
	}
	eve.Drop()
}

// A spectator comes while the AI's move is stored. The game goes on, whichever of the two is first.
func TestNoWakeIsLost(t *testing.T) {
	clock := clocktest.New()
	store := storetest.OpenAt(t, clock.Now)
	hub := serve(t, "hub", store, withClock(clock))
	for i := range 30 {
		s := newSleeper(t, room.ID(fmt.Sprint("race", i)), hub, store, clock)
		s.jobs(true)
		clock.Add(room.SleepAfter)
		hub.beat()
		replied := make(chan struct{})
		go func() {
			s.reply()
			close(replied)
		}()
		eve := hub.open("eve", s.id)
		<-replied
		hubtest.Await(t, "the turn after the move to be queued", func() bool {
			for range s.jobs(false) {
				job, err := store.Take(t.Context(), "w", room.LaneMachine)
				if err != nil {
					t.Fatal(err)
				}
				if err := store.Done(t.Context(), job); err != nil {
					t.Fatal(err)
				}
				if job.Room == s.id && job.N == 2 {
					return true
				}
			}
			return false
		})
		eve.Drop()
	}
}
