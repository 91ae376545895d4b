package storemetrics_test

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/storemetrics"
	"github.com/quatre/quatre/internal/storetest"
)

func newScenario(t *testing.T) (*scenario, *prometheus.Registry) {
	b, reg := &scenario{t: t, now: time.UnixMilli(1_700_000_000_000)}, prometheus.NewRegistry()
	b.store = storemetrics.Wrap(storetest.OpenAt(t, func() time.Time { return b.now }), reg)
	return b, reg
}

func TestGames(t *testing.T) {
	b, reg := newScenario(t)

	b.play("people", "ana", room.Create{Variant: "connect4:4x4:3", First: 1})
	b.play("people", "ben", room.Sit{})
	for i, by := range []room.PlayerID{"ana", "ben", "ana", "ben", "ana"} {
		b.play("people", by, room.Move{Move: []string{"1", "2"}[i%2]})
	}
	b.play("people", "ben", room.Emote{Emote: "well-played"}) // the game does not count as finished again
	want(t, reg, "quatre_moves_total", 5, "human", "connect4")
	want(t, reg, "quatre_games_finished_total", 1, "line")
	b.play("people", "ana", room.PlayAgain{First: 1})
	b.play("people", "ben", room.PlayAgain{First: 1})

	b.play("left", "ana", room.Create{Variant: "force3", First: 1})
	b.play("left", "ben", room.Sit{})
	b.play("left", "ana", room.Move{Move: b.legal("left")})
	b.play("left", "ben", room.Move{Move: b.legal("left")})
	b.now = b.now.Add(time.Hour)
	b.play("left", "ben", room.Claim{Away: time.Hour})
	want(t, reg, "quatre_games_finished_total", 1, "left")

	b.play("alone", "ana", room.Create{Variant: "tictactoe", Self: true, First: 1})
	b.play("alone", "ana", room.Resign{})
	want(t, reg, "quatre_games_finished_total", 1, "resigned")

	b.play("clock", "ana", room.Create{Variant: "tictactoe", First: 1, Clock: &room.Clock{Move: 5000}})
	b.play("clock", "ben", room.Sit{})
	b.play("clock", "ana", room.Move{Move: "a1"}) // no clock measures the first two plies
	b.play("clock", "ben", room.Move{Move: "b2"})
	b.now = b.now.Add(time.Minute)
	b.sweep("clock")
	want(t, reg, "quatre_games_finished_total", 1, "time")

	b.play("unjoined", "ana", room.Create{Variant: "tictactoe", First: 1})
	b.play("abandoned", "ana", room.Create{Variant: "tictactoe", Self: true, First: 1})
	b.now = b.now.Add(room.AbandonedLimit)
	b.sweep("unjoined")
	b.sweep("abandoned")
	want(t, reg, "quatre_rooms_stuck", 1, "other") // room people, in its second game
	b.sweep("people")
	want(t, reg, "quatre_rooms_stuck", 0, "other")
}

// legal returns a legal move of the player to move.
func (b *scenario) legal(id room.ID) string {
	position := b.replicas[id].State().Position
	return position.FormatMove(position.Moves(nil)[0])
}

func TestTurns(t *testing.T) {
	b, reg := newScenario(t)
	b.play("quick", "ana", room.Create{Variant: "tictactoe", Levels: [2]string{1: "expert"}, First: 2})
	want(t, reg, "quatre_ai_jobs", 1, "waiting")
	b.now = b.now.Add(2400 * time.Millisecond) // less than the budget of 0.5 s and 2 s
	b.play("quick", room.Machine, room.Move{Move: "b2"})
	want(t, reg, "quatre_moves_total", 1, "ai", "tictactoe")
	want(t, reg, "quatre_ai_reply_seconds", 1, "expert")
	want(t, reg, "quatre_ai_replies_late_total", 0, "expert")
	b.play("quick", "ana", room.Move{Move: "a1"})

	// No worker replies: sweeps queue the turn again, and later the room counts as stuck.
	b.now = b.now.Add(2 * time.Second)
	b.sweep("quick")
	want(t, reg, "quatre_rooms_stuck", 0, "ai")
	b.now = b.now.Add(time.Minute)
	want(t, reg, "quatre_rooms_stuck", 1, "ai") // no hub has swept the room
	b.sweep("quick")
	want(t, reg, "quatre_rooms_stuck", 1, "ai") // no worker has replied
	b.play("quick", room.Machine, room.Move{Move: "a2"})
	want(t, reg, "quatre_ai_replies_late_total", 1, "expert")
	b.now = b.now.Add(time.Minute)
	want(t, reg, "quatre_rooms_stuck", 0, "ai")

	// Advice.
	b.play("advised", "ana", room.Create{Variant: "tictactoe", Self: true, Advice: [2]bool{true, false}, First: 1})
	b.play("advised", room.Machine, room.Advise{Move: "b2"})
	want(t, reg, "quatre_ai_reply_seconds", 1, storemetrics.Advice)

	// Where AI plays AI, sweeps queue the turns, and no person waits for a reply.
	b.play("watched", "ana", room.Create{Variant: "tictactoe", Levels: [2]string{"easy", "easy"}, Pace: time.Second, First: 1})
	b.now = b.now.Add(time.Second)
	b.sweep("watched")
	b.play("watched", room.Machine, room.Move{Move: "b2"})
	if n, counted := value(t, reg, "quatre_ai_reply_seconds", "easy"); counted {
		t.Errorf("%v replies are counted for which nobody waited", n)
	}
}

// TestStuck: rooms whose deadline passed without a sweep are counted by reason.
func TestStuck(t *testing.T) {
	b, reg := newScenario(t)
	b.play("clock", "ana", room.Create{Variant: "tictactoe", First: 1, Clock: &room.Clock{Move: 5000}})
	b.play("clock", "ben", room.Sit{})
	b.play("clock", "ana", room.Move{Move: "a1"}) // no clock measures the first two plies
	b.play("clock", "ben", room.Move{Move: "b2"})
	b.play("unjoined", "ana", room.Create{Variant: "tictactoe", First: 1})
	want(t, reg, "quatre_rooms_stuck", 0, "flag")
	b.now = b.now.Add(2 * room.InvitationLimit)
	want(t, reg, "quatre_rooms_stuck", 1, "flag")
	want(t, reg, "quatre_rooms_stuck", 1, "other")
	want(t, reg, "quatre_rooms_stuck", 0, "unreadable")
	b.sweep("clock")
	b.sweep("unjoined")
	want(t, reg, "quatre_rooms_stuck", 0, "flag")
	want(t, reg, "quatre_rooms_stuck", 0, "other")

	// A log that begins with a move cannot be folded.
	e, err := room.Seal("", 1, b.now, "ana", "1", room.Moved{Seat: 1, Move: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.store.Append(t.Context(), "damaged", e, room.Effects{Due: b.now}); err != nil {
		t.Fatal(err)
	}
	b.now = b.now.Add(time.Minute)
	want(t, reg, "quatre_rooms_stuck", 1, "unreadable")
}

// TestCostsNoAllocation: counting a move does not allocate.
func TestCostsNoAllocation(t *testing.T) {
	store, state, e := measured(t)
	if n := testing.AllocsPerRun(100, func() { store.Stored("a", room.Step{Entry: e, Effects: room.Effects{Job: true}, State: state}) }); n != 0 {
		t.Errorf("counting a move makes %v allocations, want none", n)
	}
}

// measured returns a measured store, an entry, and the state after the entry. In that state the
// AI has the turn.
func measured(tb testing.TB) (store *storemetrics.Store, state *room.State, e room.Entry) {
	store = storemetrics.Wrap(storetest.Open(tb), prometheus.NewRegistry())
	r := play.NewReplica("a")
	for i, do := range []room.Action{
		room.Create{Variant: "connect4:7x6:4", Levels: [2]string{1: "easy"}, First: 1}, room.Move{Move: "4"},
	} {
		if _, err := (play.Executor{Log: store, Observer: store}).Play(tb.Context(), r, room.Command{ID: string(rune('a' + i)), By: "ana", Seen: r.N(), Do: do}); err != nil {
			tb.Fatal(err)
		}
	}
	state = r.State()
	entries, _ := r.Since(0, "")
	return store, state, entries[1]
}

func BenchmarkStored(b *testing.B) {
	store, state, e := measured(b)
	b.ReportAllocs()
	for b.Loop() {
		store.Stored("a", room.Step{Entry: e, Effects: room.Effects{Job: true}, State: state})
	}
}
