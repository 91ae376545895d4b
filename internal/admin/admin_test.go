package admin_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
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

// testRoom is a room in which a test plays, one command per second.
type testRoom struct {
	t        testing.TB
	executor play.Executor
	r        *play.Replica
	now      time.Time
	done     int
}

func openRoom(t testing.TB, store storage.Store, id room.ID, do room.Create) *testRoom {
	a := &testRoom{t: t, r: play.NewReplica(id), now: start}
	a.executor = play.Executor{Log: store, Now: func() time.Time { return a.now }}
	do.First = 1
	if do.Variant == "" {
		do.Variant = "tictactoe"
	}
	return a.do("ann", do)
}

func (a *testRoom) do(by room.PlayerID, actions ...room.Action) *testRoom {
	a.t.Helper()
	for _, do := range actions {
		a.done++
		a.now = a.now.Add(time.Second)
		if _, err := a.executor.Play(a.t.Context(), a.r, room.Command{ID: fmt.Sprint("c", a.done), By: by, Seen: a.r.N(), Do: do}); err != nil {
			a.t.Fatalf("%s in %s: %#v: %v", by, a.r.ID(), do, err)
		}
	}
	return a
}

// fillStore adds five rooms and an imported game: one that waits for a player, one that waits for an AI, one with
// two players, one in its second game, and a closed one.
func fillStore(t testing.TB, store storage.Store) {
	t.Helper()
	openRoom(t, store, "waits", room.Create{Names: [2]string{"Wanda"}})
	openRoom(t, store, "machine", room.Create{Levels: [2]string{"", "easy"}}).do("ann", room.Move{Move: "a1"})
	openRoom(t, store, "two", room.Create{Names: [2]string{"Ann <b>"}, Variant: "force3", Open: true}).do("bob", room.Sit{Name: "Bøb & Co"}).do("ann", room.Propose{What: room.OfferDraw})
	openRoom(t, store, "series", room.Create{}).do("bob", room.Sit{}, room.Propose{What: room.OfferDraw}).do("ann", room.Accept{What: room.OfferDraw}, room.PlayAgain{}).do("bob", room.PlayAgain{})
	openRoom(t, store, "shut", room.Create{}).do(room.Operator, room.Close{Note: "spam"})
	record := room.Record{
		Variant: "tictactoe", Players: [2]room.Player{{ID: "x", Colour: "red"}, {ID: "y", Colour: "blue"}}, First: 1,
		Started: start, Ended: start.Add(time.Minute), Moves: []string{"a1"}, MS: []int64{5},
		End: room.Ending{Winner: 1, Reason: room.ReasonResigned}, By: 2,
	}
	if _, _, err := archive.Import(t.Context(), store, "ann", record); err != nil {
		t.Fatal(err)
	}
}

const filledRooms, filledGames = 5, 2

func export(t testing.TB, store storage.Store) []byte {
	t.Helper()
	var out bytes.Buffer
	result, err := admin.Export(t.Context(), store, &out)
	if err := errors.Join(err, result.Problems.Err()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func executorOf(store storage.Store) play.Executor {
	return play.Executor{Log: store, Now: func() time.Time { return start.Add(time.Hour) }}
}

// expectSame checks that two stores have the same rooms and games.
func expectSame(t *testing.T, from, to storage.Store) {
	t.Helper()
	if a, b := sortedLines(export(t, from)), sortedLines(export(t, to)); a != b {
		t.Errorf("the stores differ: one has\n%s\nthe other\n%s", a, b)
	}
}

// sortedLines returns an export in an order that does not depend on when its rooms were stored, and
// without the line about the others.
func sortedLines(export []byte) string {
	lines := strings.Split(strings.TrimSpace(string(export)), "\n")
	lines = lines[:len(lines)-1]
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestExportAndImport(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	fillStore(t, from)
	file := export(t, from)
	for _, want := range []admin.ImportResult{{Rooms: filledRooms, Games: filledGames}, {KnownRooms: filledRooms, KnownGames: filledGames}} {
		got, err := admin.Import(t.Context(), to, executorOf(to), bytes.NewReader(file))
		if err := errors.Join(err, got.Problems.Err()); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("imported %+v, want %+v", got, want)
		}
		expectSame(t, from, to)
	}
	if job, err := to.Take(t.Context(), "w", room.LaneQuick); err != nil || job.Room != "machine" {
		t.Errorf("the AI's turn: %+v, %v", job, err)
	}
	if n, err := storetest.Backlog(t.Context(), to); err != nil || n != 1 {
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

func TestInterruptedImportCanBeRepeated(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	fillStore(t, from)
	file := export(t, from)
	for length := 0; length < len(file); length += 100 {
		got, err := admin.Import(t.Context(), to, executorOf(to), bytes.NewReader(file[:length]))
		if err == nil {
			t.Fatalf("import of %d of %d bytes succeeds: %+v", length, len(file), got)
		}
	}
	if got, err := admin.Import(t.Context(), to, executorOf(to), bytes.NewReader(file)); err != nil || got.Problems.Count > 0 {
		t.Fatalf("the repeated import: %+v, %v", got, err)
	}
	expectSame(t, from, to)
}

func TestImportRefusesInvalidFiles(t *testing.T) {
	from := storetest.Open(t)
	fillStore(t, from)
	file := string(export(t, from))
	head := `{"quatre":"export","format":1}` + "\n"
	for name, c := range map[string]struct{ file, want string }{
		"empty file":       {"", "empty"},
		"other text":       {"hello\n", "line 1 is not a line of an export"},
		"other format":     {`{"quatre":"export","format":2}` + "\n", "not an export of format 1"},
		"unknown line":     {head + "{}\n", "neither a room nor a game"},
		"changed name":     {strings.Replace(file, "Wanda", "Wendy", 1), "SHA-256"},
		"invalid room ID":  {head + `{"room":"A B","entries":[]}` + "\n", "not a room ID"},
		"no entries":       {head + `{"room":"a","entries":[]}` + "\n", "damaged"},
		"invalid entry":    {head + `{"room":"a","entries":[7]}` + "\n", "entry"},
		"invalid game ID":  {head + `{"game":{"room":"a","game":0}}` + "\n", "is not a game ID"},
		"long player ID":   {head + `{"game":{"room":"a","game":1,"imported":"` + strings.Repeat("x", 200) + `"}}` + "\n", "more than 128 bytes"},
		"missing end line": {file[:strings.LastIndex(file, `{"end"`)], "its last line is missing"},
		"cut end line":     {file[:len(file)-3], "its last line is missing"},
		"invalid UTF-8":    {strings.Replace(file, "Wanda", "Wand\xe9", 1), "bytes that are not UTF-8"},
		"half a pair":      {strings.Replace(file, "Wanda", `Wanda\ud83d`, 1), "half of a surrogate pair"},
		"a key twice":      {head + `{"room":"a","entries":[],"Room":"b"}` + "\n", `the key "Room" twice`},
		"two values":       {head + `{"room":"a","entries":[]} {}` + "\n", "line 2 is not a line of an export"},
	} {
		to := storetest.Open(t)
		got, err := admin.Import(t.Context(), to, executorOf(to), strings.NewReader(c.file))
		if err = errors.Join(err, got.Problems.Err()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Editors and systems that carry a file over change its line ends.
func TestImportReadsLinesOfAllSystems(t *testing.T) {
	from := storetest.Open(t)
	fillStore(t, from)
	file := string(export(t, from))
	for name, changed := range map[string]string{
		"Windows": strings.ReplaceAll(file, "\n", "\r\n"), "carriage returns": strings.ReplaceAll(file, "\n", "\r"), "a byte order mark": "\ufeff" + file,
		"no last line end": strings.TrimSpace(file), "blanks": strings.ReplaceAll(file, "\n", " \t\n"), "lines after the end": file + "\n\n",
		"mixed": "\ufeff" + strings.Replace(strings.Replace(file, "\n", "\r", 2), "\n", "\r\n", 2),
	} {
		to := storetest.Open(t)
		got, err := admin.Import(t.Context(), to, executorOf(to), strings.NewReader(changed))
		if err := errors.Join(err, got.Problems.Err()); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		expectSame(t, from, to)
	}
}

// FuzzImport checks that a file is imported or refused with a message, and that what is imported can
// be exported.
func FuzzImport(f *testing.F) {
	from, to := storetest.Open(f), storetest.Open(f)
	fillStore(f, from)
	file := export(f, from)
	f.Add(file)
	for line := range bytes.Lines(file) {
		f.Add(append([]byte("\ufeff"+`{"quatre":"export","format":1}`+"\r"), line...))
	}
	f.Add([]byte(`{"quatre":"export","format":1,"name_key":"AAAA"}` + "\n" + `{"end":{"rooms":9,"sha256":"","missing":-1,"problems":["x"]}}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		got, err := admin.Import(context.Background(), to, executorOf(to), bytes.NewReader(file))
		if err != nil && err.Error() == "" || got.Problems.Count < len(got.Problems.First) {
			t.Errorf("%q: %+v, %v", file, got, err)
		}
		if got.Rooms+got.Games > 0 {
			export(t, to)
		}
	})
}

func TestImportKeepsExistingRooms(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	fillStore(t, from)
	openRoom(t, to, "waits", room.Create{Names: [2]string{"Somebody else"}})
	file := export(t, from)
	got, err := admin.Import(t.Context(), to, executorOf(to), bytes.NewReader(file))
	if err != nil || got.Problems.Count != 1 || !strings.Contains(got.Problems.First[0], "room waits") || got.Rooms != filledRooms-1 {
		t.Errorf("imported %+v, %v", got, err)
	}
	// If the store has more entries of a room than the file, Import counts the room as known. If the
	// store has fewer, Import reports a problem.
	later := storetest.Open(t)
	if _, err := admin.Import(t.Context(), later, executorOf(later), bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	r, err := play.Open(t.Context(), later, "two")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := executorOf(later).Play(t.Context(), r, room.Command{ID: "x", By: "bob", Seen: r.N(), Do: room.Accept{What: room.OfferDraw}}); err != nil {
		t.Fatal(err)
	}
	if got, err := admin.Import(t.Context(), later, executorOf(later), bytes.NewReader(file)); err != nil || got.KnownRooms != filledRooms || got.Problems.Count != 0 {
		t.Errorf("into a store that is ahead: %+v, %v", got, err)
	}
	newer := export(t, later)
	if got, err := admin.Import(t.Context(), from, executorOf(from), bytes.NewReader(newer)); err != nil || got.Problems.Count != 1 || got.Games != 1 {
		t.Errorf("into a store that is behind: %+v, %v", got, err)
	}
}

// finishingStore calls beforeGames after all rooms have been listed. Tests use it to end a
// game during an export.
type finishingStore struct {
	storage.Store
	beforeGames func()
}

func (g finishingStore) AllGames(ctx context.Context) iter.Seq2[room.Record, error] {
	g.beforeGames()
	return g.Store.AllGames(ctx)
}

func TestExportOfStoreInUse(t *testing.T) {
	from := storetest.Open(t)
	fillStore(t, from)
	g := finishingStore{from, func() {
		r, err := play.Open(t.Context(), from, "two")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := executorOf(from).Play(t.Context(), r, room.Command{ID: "x", By: "bob", Seen: r.N(), Do: room.Accept{What: room.OfferDraw}}); err != nil {
			t.Fatal(err)
		}
	}}
	file := export(t, g)
	if strings.Contains(string(file), `"room":"two","game":1`) {
		t.Error("the export has the record of a game that is still in progress in the exported log")
	}
	to := storetest.Open(t)
	if got, err := admin.Import(t.Context(), to, executorOf(to), bytes.NewReader(file)); err != nil || got.Problems.Count != 0 || got.Games != filledGames {
		t.Errorf("imported %+v, %v", got, err)
	}
}

func nameKey(t *testing.T, store storage.Store) string {
	t.Helper()
	key, err := store.NameKey(t.Context(), []byte("this store had none"))
	if err != nil {
		t.Fatal(err)
	}
	return string(key)
}

func TestMigrate(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	fillStore(t, from)
	got, err := admin.Migrate(t.Context(), from, to, executorOf(to), false)
	if err != nil || got.Rooms != filledRooms || got.Games != filledGames {
		t.Fatalf("migrated %+v, %v", got, err)
	}
	expectSame(t, from, to)
	if a, b := nameKey(t, from), nameKey(t, to); a != b {
		t.Error("the public names of games have changed")
	}
	if _, err := admin.Migrate(t.Context(), from, to, executorOf(to), false); !errors.Is(err, admin.ErrNotEmpty) {
		t.Errorf("into a store with rooms: %v", err)
	}
	if got, err := admin.Migrate(t.Context(), from, to, executorOf(to), true); err != nil || got.KnownRooms != filledRooms || got.Rooms != 0 {
		t.Errorf("merged: %+v, %v", got, err)
	}
	// With merge, the target keeps what it has, and gets what it lacks.
	openRoom(t, to, "other", room.Create{})
	openRoom(t, from, "new", room.Create{})
	if got, err := admin.Migrate(t.Context(), from, to, executorOf(to), true); err != nil || got.KnownRooms != filledRooms || got.Rooms != 1 || got.Problems.Count != 0 {
		t.Errorf("merged with a new room: %+v, %v", got, err)
	}
	only := storetest.Open(t)
	if err := only.AddGame(t.Context(), room.Record{Room: "a", Game: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := admin.Migrate(t.Context(), from, only, executorOf(only), false); !errors.Is(err, admin.ErrNotEmpty) {
		t.Errorf("into a store with a game: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := admin.Migrate(ctx, from, to, executorOf(to), true); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
