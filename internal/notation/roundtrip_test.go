package notation_test

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

const (
	ana   room.PlayerID = "Vt3mQ0p8Yy6s1o2h4GqJ5A"
	bob   room.PlayerID = "b0b_b0b-b0b_b0b-b0b_bo"
	other room.PlayerID = "0th3r0th3r0th3r0th3r0t"
)

var start = time.Date(2026, 11, 21, 10, 0, 0, int(7*time.Millisecond), time.UTC)

// TestRoundTripThroughImport plays two hundred games of every kind, exports them in both
// formats and imports them into another store. The logs must be equal from the first
// move.
func TestRoundTripThroughImport(t *testing.T) {
	here, there := storetest.Open(t), storetest.Open(t)
	played := playMany(t, here, 200)
	for _, f := range []notation.Format{notation.Text, notation.JSON} {
		games := read(t, write(t, f, played))
		if len(games) != len(played) {
			t.Fatalf("%s: read %d games, want %d", f, len(games), len(played))
		}
		for i := range games {
			sameGame(t, games[i], played[i])
		}
	}
	ctx := t.Context()
	for i, r := range read(t, write(t, notation.Text, played)) {
		id, known, err := archive.Import(ctx, there, other, r)
		if err != nil || known {
			t.Fatalf("import %s: already known %v, want false; %v", r.ID(), known, err)
		}
		got, err := there.Game(ctx, id)
		if err != nil || got.Imported != other || got.Room != id.Room {
			t.Fatalf("%+v, %v", got, err)
		}
		sameGame(t, got, played[i])
		sameLog(t, entriesOf(t, played[i], logOf(t, here, played[i])), entriesOf(t, got, rebuilt(t, got)), played[i])
		if again, known, err := archive.Import(ctx, there, other, got); again != id || !known || err != nil {
			t.Fatalf("second import: got %s, already known %v, want true; %v", again, known, err)
		}
	}
	for _, r := range read(t, write(t, notation.JSON, played)) {
		if _, known, err := archive.Import(ctx, there, other, r); !known || err != nil {
			t.Fatalf("import from JSON: already known %v, want true; %v", known, err)
		}
	}
	for player, want := range map[room.PlayerID]int{other: len(played), ana: 0, "": 0} {
		if got := gamesOf(t, there, player); len(got) != want {
			t.Errorf("%q has %d games, want %d", player, len(got), want)
		}
	}
}

// TestImportOwnGame checks that importing a game that the player has played here returns
// the existing game.
func TestImportOwnGame(t *testing.T) {
	store := storetest.Open(t)
	for _, r := range playMany(t, store, 5) {
		for _, p := range r.Players {
			if p.ID == "" {
				continue
			}
			if id, known, err := archive.Import(t.Context(), store, p.ID, r); id != r.ID() || !known || err != nil {
				t.Errorf("a player of %s imports it: got %s, already known %v, want true; %v", r.ID(), id, known, err)
			}
		}
		// If another player imports the game, the copy gets a room of its own.
		if id, known, err := archive.Import(t.Context(), store, other, r); id == r.ID() || known || err != nil {
			t.Errorf("another player imports %s: got %s, already known %v, want false; %v", r.ID(), id, known, err)
		}
	}
}

func write(t testing.TB, f notation.Format, games []room.Record) []byte {
	t.Helper()
	var b bytes.Buffer
	w := notation.NewWriter(&b, f)
	for i := range games {
		if err := w.Write(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(t testing.TB, data []byte) []room.Record {
	t.Helper()
	games, _, err := notation.Read(data, start.Add(365*24*time.Hour))
	if err != nil {
		t.Fatalf("%v in\n%s", err, data[:min(len(data), 3000)])
	}
	return games
}

// withoutStoreFields returns a game as JSON without the fields that belong to a store.
func withoutStoreFields(r room.Record) string {
	r.Room, r.Game, r.N, r.Digest, r.Imported = "", 0, 0, "", ""
	text, _ := json.Marshal(r)
	return string(text)
}

func sameGame(t testing.TB, got, want room.Record) {
	t.Helper()
	if withoutStoreFields(got) != withoutStoreFields(want) {
		t.Fatalf("got  %s\nwant %s", withoutStoreFields(got), withoutStoreFields(want))
	}
}

// logOf returns the log of the room in which a game was played.
func logOf(t testing.TB, s storage.Store, r room.Record) []room.Entry {
	t.Helper()
	all, err := s.Read(context.Background(), r.Room, 0, storage.All)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// rebuilt returns the log that archive.Rebuild makes from an imported game.
func rebuilt(t testing.TB, r room.Record) []room.Entry {
	t.Helper()
	log, _, err := archive.Rebuild(r.Room, r.Imported, r)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// entriesOf returns the entries of a game from its first move: the moves that were not
// taken back, and the end.
func entriesOf(t testing.TB, r room.Record, all []room.Entry) (entries []room.Entry) {
	t.Helper()
	digest, game, began := "", 0, false
	for _, e := range all {
		if !e.Follows(digest) {
			t.Fatalf("%s: the state does not accept entry %d", r.ID(), e.N)
		}
		digest = e.Digest
		switch ev := e.Event.(type) {
		case room.Created:
			began = !ev.Players[1].Free()
		case room.Joined:
			began = true
		case room.Rematch:
			began = ev.First.Valid()
		case room.Moved, room.Resigned, room.Drawn, room.Claimed, room.Flagged:
			if game == r.Game {
				entries = append(entries, e)
			}
		case room.TakenBack:
			if game == r.Game {
				entries = entries[:ev.Ply-r.Given]
			}
		}
		if began {
			game, began = game+1, false
		}
	}
	if len(entries) == 0 {
		t.Fatalf("%s has no log", r.ID())
	}
	return entries
}

func sameLog(t testing.TB, want, got []room.Entry, r room.Record) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d entries, want %d", r.ID(), len(got), len(want))
	}
	for i := range got {
		g, w := got[i], want[i]
		if r.Undone > 0 {
			// The record lacks the times of moves that were taken back, so the times at
			// which the other moves were played are unknown and no clock runs.
			g.At, w.At = time.Time{}, time.Time{}
			if ev, ok := w.Event.(room.Moved); ok {
				ev.Lag = 0
				w.Event = ev
			}
		}
		if !g.At.Equal(w.At) || g.By != w.By || !reflect.DeepEqual(g.Event, w.Event) {
			t.Fatalf("%s (%+v): entry %d is %s\nwant %s", r.ID(), r.Clock, i, g.Raw(), w.Raw())
		}
	}
}

func gamesOf(t testing.TB, s storage.Store, player room.PlayerID) []room.Record {
	t.Helper()
	records, next, err := s.Games(context.Background(), storage.GamesQuery{Player: player, Limit: 1000})
	if err != nil || next != "" {
		t.Fatalf("%v, cursor %q", err, next)
	}
	return records
}
