package admin_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

func TestList(t *testing.T) {
	store := storetest.Open(t)
	fillStore(t, store)
	now := start.Add(time.Hour)
	for _, c := range []struct {
		q    admin.Query
		want string
		more bool
	}{
		{admin.Query{}, "series machine two waits", false},
		{admin.Query{Limit: 2}, "series machine", true},
		{admin.Query{Limit: 2, Offset: 2}, "two waits", false},
		{admin.Query{Limit: 2, Offset: 5}, "", false},
		{admin.Query{Phase: room.PhaseWaiting}, "waits", false},
		{admin.Query{AI: true}, "machine", false},
		{admin.Query{Player: "bøB"}, "two", false},
		{admin.Query{Player: "bob"}, "series two", false},
		{admin.Query{Player: "bob", Limit: 1}, "series", true},
		{admin.Query{Player: "bob", Limit: 1, Offset: 1}, "two", false},
		{admin.Query{Variant: "force3"}, "two", false},
		{admin.Query{Idle: 2 * time.Hour}, "", false},
		{admin.Query{All: true, Phase: room.PhaseClosed}, "shut", false},
		{admin.Query{All: true, Player: "ann", Limit: 2}, "machine series", true},
	} {
		if c.q.Limit == 0 {
			c.q.Limit = 10
		}
		p, err := admin.List(t.Context(), store, c.q, now)
		var got []string
		for _, s := range p.Rooms {
			got = append(got, string(s.Room))
		}
		if err != nil || strings.Join(got, " ") != c.want || p.More != c.more {
			t.Errorf("%+v: %v, more: %v, %v", c.q, got, p.More, err)
		}
	}
	sum, err := admin.ReadSummary(t.Context(), store, "machine")
	if err != nil || sum.AI != "move" || !sum.AISince.Equal(start.Add(2*time.Second)) || sum.Turn != 2 || sum.Moves != 1 {
		t.Errorf("the summary is %+v, %v", sum, err)
	}
}

// A damaged room is reported and does not affect other rooms.
func TestDamagedRooms(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	fillStore(t, from)
	bad, err := room.Seal("", 1, start, "ann", "x", room.Named{Seat: 1, Name: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	if err := from.Append(t.Context(), "bad", bad, room.Effects{List: room.Playing, Due: start}); err != nil {
		t.Fatal(err)
	}
	p, err := admin.List(t.Context(), from, admin.Query{Limit: 10, AI: true}, start)
	if err != nil || len(p.Rooms) != 2 || p.Rooms[0].Room != "bad" || p.Rooms[0].Damage == "" {
		t.Errorf("listed %+v, %v", p, err)
	}
	var text strings.Builder
	if err := admin.WriteLog(&text, []room.Entry{bad}); err != nil || !strings.Contains(text.String(), "DAMAGED") {
		t.Errorf("the log of a damaged room: %s, %v", text.String(), err)
	}
	got, err := admin.Migrate(t.Context(), from, to, executorOf(to), false)
	if err != nil || got.Problems.Count != 1 || !strings.Contains(got.Problems.First[0], "room bad") || got.Rooms != filledRooms {
		t.Errorf("migrated %+v, %v", got, err)
	}
}

func TestEnd(t *testing.T) {
	store := storetest.Open(t)
	fillStore(t, store)
	told := make(chan storage.Notice, 1)
	stop, err := store.Watch(t.Context(), "two", func(n storage.Notice) { told <- n })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	n, err := admin.End(t.Context(), executorOf(store), "two", "a reason", "c")
	if err != nil || n != 4 {
		t.Fatalf("End returned %d, %v", n, err)
	}
	if e := (<-told).Entry; e == nil || e.Event != (room.Closed{Reason: room.ReasonOperator, Note: "a reason"}) {
		t.Errorf("a watcher got %+v", e)
	}
	if _, err := admin.End(t.Context(), executorOf(store), "two", "", "d"); !errors.Is(err, room.ErrClosed) {
		t.Errorf("twice: %v", err)
	}
	for _, id := range []room.ID{"nowhere", "A/B", ""} {
		if _, err := admin.End(t.Context(), executorOf(store), id, "", "c"); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestWriteLog(t *testing.T) {
	store := storetest.Open(t)
	fillStore(t, store)
	for id, want := range map[room.ID][]string{
		"series":  {"drawn", `"reason":"agreed"`, "rematch", "playing, 6 entries"},
		"machine": {"AI easy", "seat 1: a1, in 1s"},
		"shut":    {"closed   operator: spam"},
		"two":     {"Bøb & Co", "force3"},
	} {
		entries, err := store.Read(t.Context(), id, 0, storage.All)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := admin.WriteLog(&text, entries); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(text.String(), w) {
				t.Errorf("room %s lacks %q:\n%s", id, w, text.String())
			}
		}
	}
}
