package room_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// storedRoom is a room in a store.
type storedRoom struct {
	t        *testing.T
	store    storage.Store
	executor play.Executor
	r        *play.Replica
	now      time.Time
	ids      int
}

func newStoredRoom(t *testing.T, opponent string) *storedRoom {
	b := &storedRoom{t: t, store: storetest.Open(t), now: time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)}
	b.executor = play.Executor{Log: b.store, Now: func() time.Time { return b.now }}
	b.r = play.NewReplica("abc")
	b.must("ann", room.Create{Variant: "tictactoe", First: 1, Levels: [2]string{"", opponent}})
	if opponent == "" {
		b.must("bob", room.Sit{Name: "Bob"})
	}
	return b
}

func (b *storedRoom) do(by room.PlayerID, do room.Action) error {
	b.ids++
	b.now = b.now.Add(time.Second)
	_, err := b.executor.Play(b.t.Context(), b.r, room.Command{ID: strings.Repeat("c", b.ids), By: by, Seen: b.r.N(), Do: do})
	return err
}

func (b *storedRoom) must(by room.PlayerID, do room.Action) {
	b.t.Helper()
	if err := b.do(by, do); err != nil {
		b.t.Fatalf("%s: %#v: %v", by, do, err)
	}
}

func (b *storedRoom) entries() []room.Entry {
	b.t.Helper()
	entries, err := b.store.Read(b.t.Context(), "abc", 0, storage.All)
	if err != nil {
		b.t.Fatal(err)
	}
	return entries
}

func TestAnOperatorClosesARoom(t *testing.T) {
	b := newStoredRoom(t, "")
	b.must("ann", room.Move{Move: "a1"})
	for _, by := range []room.PlayerID{"ann", "carol", room.Machine} {
		if err := b.do(by, room.Close{}); err == nil {
			t.Errorf("Close by player %s was accepted", by)
		}
	}
	for _, note := range []string{strings.Repeat("é", room.MaxNote+1), "two\nlines", "\xff"} {
		if err := b.do(room.Operator, room.Close{Note: note}); !errors.Is(err, room.ErrBadNote) {
			t.Errorf("note %q: %v", note, err)
		}
	}
	for _, do := range []room.Action{room.Move{Move: "b2"}, room.Resign{}, room.Expire{}} {
		if err := b.do(room.Operator, do); !errors.Is(err, room.ErrNotSeated) {
			t.Errorf("the operator does %#v: %v", do, err)
		}
	}
	b.must(room.Operator, room.Close{Note: " " + strings.Repeat("é", room.MaxNote)})
	log := b.entries()
	if got, want := log[len(log)-1].Event, (room.Closed{Reason: room.ReasonOperator, Note: strings.Repeat("é", room.MaxNote)}); got != want {
		t.Errorf("got %#v", got)
	}
	for by, do := range map[room.PlayerID]room.Action{"bob": room.Move{Move: "b2"}, room.Operator: room.Close{}} {
		if err := b.do(by, do); !errors.Is(err, room.ErrClosed) {
			t.Errorf("a command of %s in the closed room: got error %v, want ErrClosed", by, err)
		}
	}
	if playing, err := b.store.Rooms(t.Context(), room.Playing, 10); err != nil || len(playing) != 0 {
		t.Errorf("playing: %v, %v", playing, err)
	}
	if games, _, err := b.store.Games(t.Context(), storage.GamesQuery{Player: "ann", Limit: 10}); err != nil || len(games) != 0 {
		t.Errorf("a game without a result has a record: %v, error %v", games, err)
	}
	finished := newStoredRoom(t, "")
	finished.must("ann", room.Propose{What: room.OfferDraw})
	finished.must("bob", room.Accept{What: room.OfferDraw})
	finished.must(room.Operator, room.Close{})
	if err := finished.do("ann", room.PlayAgain{}); !errors.Is(err, room.ErrClosed) {
		t.Errorf("a rematch in a closed room: got error %v, want ErrClosed", err)
	}
	if games, _, err := finished.store.Games(t.Context(), storage.GamesQuery{Player: "ann", Limit: 10}); err != nil || len(games) != 1 {
		t.Errorf("the finished game of a closed room: got records %v, error %v, want one", games, err)
	}
	b.now = b.now.Add(room.DefaultRetention)
	if err := b.executor.Sweep(t.Context(), "abc"); err != nil || len(b.entries()) != 0 {
		t.Errorf("after the retention the log has %d entries, error %v", len(b.entries()), err)
	}
}

func TestARestoredRoomGoesOn(t *testing.T) {
	b := newStoredRoom(t, "easy")
	b.must("ann", room.Move{Move: "a1"}) // the AI has the turn
	log := b.entries()
	other := storetest.Open(t)
	executor := play.Executor{Log: other, Now: b.executor.Now}
	for _, known := range []bool{false, true} {
		if got, err := executor.Restore(t.Context(), other, "abc", log); err != nil || got != known {
			t.Fatalf("Restore: known %v, error %v; want known %v", got, err, known)
		}
	}
	job, err := other.Take(t.Context(), "w", room.LaneQuick)
	if err != nil || job.Room != "abc" || job.N != uint64(len(log)) {
		t.Errorf("job %+v, %v", job, err)
	}
	if n, err := storetest.Backlog(t.Context(), other); err != nil || n != 1 {
		t.Errorf("%d jobs, %v", n, err)
	}
	if playing, err := other.Rooms(t.Context(), room.Playing, 10); err != nil || len(playing) != 1 {
		t.Errorf("playing: %v, %v", playing, err)
	}
	r, err := play.Open(t.Context(), other, "abc")
	if err != nil {
		t.Fatal(err)
	}
	play := func(by room.PlayerID, id string, do room.Action) {
		t.Helper()
		if _, err := executor.Play(t.Context(), r, room.Command{ID: id, By: by, Seen: r.N(), Do: do}); err != nil {
			t.Fatal(err)
		}
	}
	play(room.Machine, "m1", room.Move{Move: "b2"})
	play("ann", "r1", room.Resign{})
	if known, err := executor.Restore(t.Context(), other, "abc", log); err != nil || !known {
		t.Errorf("Restore of the beginning of the stored log: known %v, error %v", known, err)
	}
	b.must(room.Machine, room.Move{Move: "c3"})
	if _, err := executor.Restore(t.Context(), other, "abc", b.entries()); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("Restore of another history: got error %v, want ErrConflict", err)
	}
	if _, err := executor.Restore(t.Context(), other, "d", log[:0]); !errors.Is(err, room.ErrDamaged) {
		t.Errorf("Restore of an empty log: got error %v, want ErrDamaged", err)
	}
	notCreated, err := room.Seal("", 1, b.now, "", "", room.Named{Seat: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := executor.Restore(t.Context(), other, "d", []room.Entry{notCreated}); !errors.Is(err, room.ErrDamaged) {
		t.Errorf("Restore of a log without Created: got error %v, want ErrDamaged", err)
	}
}
