package room_test

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Each game limits the number of entries that do not advance it, such as new nicknames.
func TestChangesAreCounted(t *testing.T) {
	b := newGame(t, room.Create{})
	for range 100 {
		b.must("ana", room.Rename{Name: "Ana"})
	}
	b.refused(room.ErrTooOften, "ana", room.Rename{Name: "Bea"})
	b.refused(room.ErrTooOften, "bob", room.Rename{Name: "Bob"})
	b.must("bob", room.Resign{})
	b.must("ana", room.PlayAgain{})
	b.must("bob", room.PlayAgain{})
	b.must("bob", room.Rename{Name: "Bob"})

	b = newTable(t, room.Create{Levels: [2]string{"easy", "easy"}})
	for range 49 {
		b.must("ana", room.Pace{Every: time.Second, Paused: true})
		b.must("ana", room.Pace{Every: time.Second})
	}
	b.must("ana", room.Pace{})
	b.must("ana", room.Pace{Paused: true})
	b.refused(room.ErrTooOften, "ana", room.Pace{Paused: true})
	b.must("ana", room.Pace{}) // ending a pause is always allowed
	b.refused(room.ErrTooOften, "ana", room.Pace{})

	b = newTable(t, room.Create{Self: true})
	for range 200 {
		b.must("ana", room.Move{Move: "1"})
		b.must("ana", takeback)
	}
	b.must("ana", room.Move{Move: "1"})
	b.refused(room.ErrTooOften, "ana", takeback)
}

// A takeback must not make a player lose on time, and must not restart a turn without the
// opponent's consent.
func TestTakebackThatTheClockDoesNotAllow(t *testing.T) {
	clock := &room.Clock{Base: 20000, Increment: 30000}
	b := newGame(t, room.Create{Clock: clock})
	b.moves("44", "ana", "bob")
	b.wait(15 * time.Second)
	b.must("ana", room.Move{Move: "1"}) // ana has 35 s left
	b.must("bob", room.Move{Move: "1"})
	b.wait(4 * time.Second)
	b.must("ana", takeback)
	b.wait(time.Second) // a takeback would leave ana 35 - 5 - 30 = 0 s
	b.refused(room.ErrNoTimeBack, "bob", room.Accept{What: room.OfferTakeback})
	b.must("ana", room.Move{Move: "2"})

	b = newTable(t, room.Create{Clock: perMove, Levels: easy})
	b.moves("4", "ana")
	b.must("ana", takeback) // no clock runs yet
	b.moves("44", "ana", room.Machine)
	b.wait(4 * time.Second)
	b.refused(room.ErrNoTimeBack, "ana", takeback)
}

func TestThinkingTime(t *testing.T) {
	b := newTable(t, room.Create{Clock: perPlayer, Levels: easy, First: 2})
	b.moves("44", room.Machine, "ana")
	s := b.state()
	if d, ok := s.ThinkingTime(b.now); !ok || d != 2*time.Second { // 10 s / 20 plus three quarters of 2 s
		t.Errorf("%v, %v", d, ok)
	}
	if d, _ := s.ThinkingTime(b.now.Add(9 * time.Second)); d != 500*time.Millisecond {
		t.Errorf("with a second left: ThinkingTime returned %v", d)
	}
	if d, _ := s.ThinkingTime(b.now.Add(time.Minute)); d != 0 {
		t.Errorf("with no time left: ThinkingTime returned %v", d)
	}
	s = newGame(t, room.Create{}).state()
	if _, ok := s.ThinkingTime(start); ok {
		t.Error("without a clock: ThinkingTime reports a limit")
	}
}

func TestCallerDrawsStarter(t *testing.T) {
	for _, drawn := range []room.Seat{1, 2} {
		b := newGame(t, room.Create{Starter: room.StarterRandom})
		b.must("ana", room.Resign{})
		b.must("ana", room.PlayAgain{First: drawn.Other()}) // only the second wish starts the game
		b.must("bob", room.PlayAgain{First: drawn})
		if s := b.state(); s.First != drawn {
			t.Errorf("the caller drew seat %d, but seat %d moves first", drawn, s.First)
		}
	}
}
