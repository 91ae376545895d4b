package admin_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var start = time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)

// at is a room in which a test plays, a second after each other.
type at struct {
	t    *testing.T
	door play.Executor
	r    *play.Replica
	now  time.Time
	done int
}

func open(t *testing.T, store storage.Store, id room.ID, do room.Create) *at {
	a := &at{t: t, r: play.NewReplica(id), now: start}
	a.door = play.Executor{Log: store, Now: func() time.Time { return a.now }}
	do.First = 1
	if do.Variant == "" {
		do.Variant = "tictactoe"
	}
	return a.do("ann", do)
}

func (a *at) do(by room.PlayerID, actions ...room.Action) *at {
	a.t.Helper()
	for _, do := range actions {
		a.done++
		a.now = a.now.Add(time.Second)
		if _, err := a.door.Play(a.t.Context(), a.r, room.Command{ID: fmt.Sprint("c", a.done), By: by, Seen: a.r.N(), Do: do}); err != nil {
			a.t.Fatalf("%s in %s: %#v: %v", by, a.r.ID(), do, err)
		}
	}
	return a
}

// some fills a store: a room that waits, one in which an AI is waited for, one that
// two play, one whose second game is on, one that is closed, and an imported game.
func some(t *testing.T, store storage.Store) {
	t.Helper()
	open(t, store, "waits", room.Create{Names: [2]string{"Wanda"}})
	open(t, store, "machine", room.Create{Levels: [2]string{"", "easy"}}).do("ann", room.Move{Move: "a1"})
	open(t, store, "two", room.Create{Names: [2]string{"Ann <b>"}, Variant: "force3", Open: true}).do("bob", room.Sit{Name: "Bøb & Co"})
	open(t, store, "series", room.Create{}).do("bob", room.Sit{}, room.Resign{}, room.PlayAgain{}).do("ann", room.PlayAgain{})
	open(t, store, "shut", room.Create{}).do(room.Operator, room.Close{Note: "spam"})
	record := room.Record{
		Variant: "tictactoe", Players: [2]room.Player{{ID: "x", Colour: "red"}, {ID: "y", Colour: "blue"}}, First: 1,
		Started: start, Ended: start.Add(time.Minute), Moves: []string{"a1"}, MS: []int64{5},
		End: room.Ending{Winner: 1, Reason: room.ReasonResigned}, By: 2,
	}
	if _, _, err := archive.Import(t.Context(), store, "ann", record, start, time.Hour); err != nil {
		t.Fatal(err)
	}
}

const someRooms, someGames = 6, 2

func export(t *testing.T, store storage.Store) []byte {
	t.Helper()
	var out bytes.Buffer
	done, err := admin.Export(t.Context(), store, &out)
	if err := errors.Join(err, done.Problems.Err()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func doorOf(store storage.Store) play.Executor {
	return play.Executor{Log: store, Now: func() time.Time { return start.Add(time.Hour) }}
}

// wantSame compares two stores both ways.
func wantSame(t *testing.T, from, to storage.Store, rooms, games int) {
	t.Helper()
	c, err := admin.Compare(t.Context(), from, to, true)
	if err := errors.Join(err, c.Problems.Err()); err != nil || c.Rooms != rooms || c.Games != games {
		t.Fatalf("%d rooms and %d games are the same: %v", c.Rooms, c.Games, err)
	}
}

func TestExportAndImport(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	some(t, from)
	file := export(t, from)
	for _, want := range []admin.Imported{{Rooms: someRooms, Games: someGames}, {KnownRooms: someRooms, KnownGames: someGames}} {
		got, err := admin.Import(t.Context(), to, doorOf(to), bytes.NewReader(file))
		if err := errors.Join(err, got.Problems.Err()); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("imported %+v, want %+v", got, want)
		}
		wantSame(t, from, to, someRooms, someGames)
		if again := export(t, to); !bytes.Equal(again, file) {
			t.Error("what is exported again is something else")
		}
	}
	if job, err := to.Take(t.Context(), "w"); err != nil || job.Room != "machine" {
		t.Errorf("the AI's turn: %+v, %v", job, err)
	}
	if n, err := to.Backlog(t.Context()); err != nil || n != 1 {
		t.Errorf("%d jobs, %v", n, err)
	}
	mine, _, err := to.Games(t.Context(), storage.GamesQuery{Player: "ann", Limit: 10})
	if err != nil || len(mine) != 2 {
		t.Errorf("%d games of ann, %v", len(mine), err)
	}
	open, err := to.Rooms(t.Context(), room.OpenPlaying, 10)
	if err != nil || fmt.Sprint(open) != "[two]" {
		t.Errorf("open: %v, %v", open, err)
	}
}

func TestImportGoesOnWhereItWasBrokenOff(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	some(t, from)
	file := export(t, from)
	for length := 0; length < len(file); length += 100 {
		got, err := admin.Import(t.Context(), to, doorOf(to), bytes.NewReader(file[:length]))
		if err == nil {
			t.Fatalf("of %d bytes %d: %+v", len(file), length, got)
		}
	}
	if got, err := admin.Import(t.Context(), to, doorOf(to), bytes.NewReader(file)); err != nil || got.Problems.Count > 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	wantSame(t, from, to, someRooms, someGames)
}

func TestImportOfWhatIsNoExport(t *testing.T) {
	from := storetest.Open(t)
	some(t, from)
	file := string(export(t, from))
	head := `{"quatre":"export","format":1}` + "\n"
	for name, c := range map[string]struct{ file, want string }{
		"nothing":          {"", "empty"},
		"something else":   {"hello\n", "line 1 is not of an export"},
		"another format":   {`{"quatre":"export","format":2}` + "\n", "no export of format 1"},
		"neither":          {head + "{}\n", "neither a room nor a game"},
		"a changed name":   {strings.Replace(file, "Wanda", "Wendy", 1), "SHA-256"},
		"no room's name":   {head + `{"room":"A B","entries":[]}` + "\n", "no room's name"},
		"no entries":       {head + `{"room":"a","entries":[]}` + "\n", "damaged"},
		"no entry":         {head + `{"room":"a","entries":[7]}` + "\n", "entry"},
		"no game's name":   {head + `{"game":{"room":"a","game":0}}` + "\n", "not the id of a game"},
		"a player's name":  {head + `{"game":{"room":"a","game":1,"imported":"` + strings.Repeat("x", 200) + `"}}` + "\n", "more than 128 bytes"},
		"without its last": {file[:strings.LastIndex(file, `{"end"`)], "cut off"},
	} {
		to := storetest.Open(t)
		got, err := admin.Import(t.Context(), to, doorOf(to), strings.NewReader(c.file))
		if err = errors.Join(err, got.Problems.Err()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestImportLeavesWhatIsThere(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	some(t, from)
	open(t, to, "waits", room.Create{Names: [2]string{"Somebody else"}})
	file := export(t, from)
	got, err := admin.Import(t.Context(), to, doorOf(to), bytes.NewReader(file))
	if err != nil || got.Problems.Count != 1 || !strings.Contains(got.Problems.First[0], "room waits") || got.Rooms != someRooms-1 {
		t.Errorf("%+v, %v", got, err)
	}
	// A room that has been played on is known, one that has more in the file is not.
	later := storetest.Open(t)
	if _, err := admin.Import(t.Context(), later, doorOf(later), bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	r, err := play.Open(t.Context(), later, "two")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := doorOf(later).Play(t.Context(), r, room.Command{ID: "x", By: "bob", Seen: r.N(), Do: room.Resign{}}); err != nil {
		t.Fatal(err)
	}
	if got, err := admin.Import(t.Context(), later, doorOf(later), bytes.NewReader(file)); err != nil || got.KnownRooms != someRooms || got.Problems.Count != 0 {
		t.Errorf("into a store that has gone on: %+v, %v", got, err)
	}
	newer := export(t, later)
	if got, err := admin.Import(t.Context(), from, doorOf(from), bytes.NewReader(newer)); err != nil || got.Problems.Count != 1 || got.Games != 1 {
		t.Errorf("into a store that is behind: %+v, %v", got, err)
	}
}

// growing ends a game in a room as soon as all rooms have been walked over, as
// players do while a store is exported.
type growing struct {
	storage.Store
	grow func()
}

func (g growing) AllGames(ctx context.Context) iter.Seq2[room.Record, error] {
	g.grow()
	return g.Store.AllGames(ctx)
}

func TestExportOfAStoreInUse(t *testing.T) {
	from := storetest.Open(t)
	some(t, from)
	g := growing{from, func() {
		r, err := play.Open(t.Context(), from, "two")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := doorOf(from).Play(t.Context(), r, room.Command{ID: "x", By: "bob", Seen: r.N(), Do: room.Resign{}}); err != nil {
			t.Fatal(err)
		}
	}}
	file := export(t, g)
	if strings.Contains(string(file), `"room":"two","game":1`) {
		t.Error("a game is on record that is not over in its room")
	}
	to := storetest.Open(t)
	if got, err := admin.Import(t.Context(), to, doorOf(to), bytes.NewReader(file)); err != nil || got.Problems.Count != 0 || got.Games != someGames {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestMigrate(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	some(t, from)
	got, err := admin.Migrate(t.Context(), from, to, doorOf(to), false)
	if err != nil || got.Rooms != someRooms || got.Games != someGames {
		t.Fatalf("%+v, %v", got, err)
	}
	wantSame(t, from, to, someRooms, someGames)
	if _, err := admin.Migrate(t.Context(), from, to, doorOf(to), false); !errors.Is(err, admin.ErrNotEmpty) {
		t.Errorf("into a store with rooms: %v", err)
	}
	if got, err := admin.Migrate(t.Context(), from, to, doorOf(to), true); err != nil || got.KnownRooms != someRooms || got.Rooms != 0 {
		t.Errorf("merged: %+v, %v", got, err)
	}
	open(t, to, "other", room.Create{}).do("bob", room.Sit{}, room.Resign{})
	open(t, from, "new", room.Create{})
	c, err := admin.Compare(t.Context(), from, to, true)
	if err != nil || c.Problems.Count != 3 { // two rooms and a game
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := admin.Compare(t.Context(), from, to, false); err != nil || c.Problems.Count != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	only := storetest.Open(t)
	if err := only.AddGame(t.Context(), room.Record{Room: "a", Game: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := admin.Migrate(t.Context(), from, only, doorOf(only), false); !errors.Is(err, admin.ErrNotEmpty) {
		t.Errorf("into a store with a game: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := admin.Migrate(ctx, from, to, doorOf(to), true); !errors.Is(err, context.Canceled) {
		t.Errorf("broken off: %v", err)
	}
}
