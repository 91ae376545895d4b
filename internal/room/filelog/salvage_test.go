package filelog

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// sample is a file with data in all buckets, and the rooms and games that the file has.
type sample struct {
	path  string
	rooms map[room.ID][]byte // all entries of each room
	games map[string]bool
}

const (
	sampleRooms = 60
	longLog     = 70 // entries of a log that takes several pages
)

// newSample writes a file of some hundred pages, some of them free.
func newSample(t testing.TB) *sample {
	t.Helper()
	x := &sample{path: filepath.Join(memoryFolder(t), "rooms.db"), rooms: map[room.ID][]byte{}, games: map[string]bool{}}
	s, err := Open(x.path)
	if err != nil {
		t.Fatal(err)
	}
	s.db.NoSync = true
	ctx, start := t.Context(), time.UnixMilli(1_700_000_000_000).UTC()
	lists := []room.List{room.Playing, room.Waiting, room.OpenPlaying, room.Unlisted}
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	for i := range sampleRooms {
		id, length := room.ID(fmt.Sprintf("room-%03d", i)), 1+i%12
		if i == 35 {
			length = longLog
		}
		var entries []room.Entry
		last := ""
		for n := 1; n <= length; n++ {
			e, err := room.Seal(last, uint64(n), start.Add(time.Duration(n)*time.Second), "player", fmt.Sprint(n), room.Named{Seat: 1, Name: "Ann"})
			must(err)
			entries, last = append(entries, e), e.Digest
			x.rooms[id] = append(x.rooms[id], e.Raw()...)
		}
		r := &room.Record{
			Room: id, Game: 1, Variant: "tictactoe", Started: start, Ended: start.Add(time.Duration(i) * time.Minute),
			Players: [2]room.Player{{ID: room.PlayerID(fmt.Sprintf("p%d", i%7))}, {ID: "q"}}, Moves: []string{"a1"}, MS: []int64{5},
		}
		if i%10 == 9 {
			r.Imported = "q"
		}
		x.games[r.ID().String()] = true
		must(s.Restore(ctx, id, entries, room.Effects{Due: start.Add(time.Duration(i) * time.Hour), List: lists[i%4], Job: i%3 == 0, Record: r}))
		if i%20 == 19 {
			must(s.Delete(ctx, id, uint64(length)))
			delete(x.rooms, id)
		}
	}
	must(s.DateImports(ctx, start))
	_, _, err = s.Forget(ctx, start.Add(9*time.Minute), 100)
	must(err)
	for i := range 9 {
		delete(x.games, fmt.Sprintf("room-%03d/1", i))
	}
	for i := range 8 {
		q := analysis.Question{Variant: "tictactoe", Position: fmt.Sprint(i)}
		_, err := s.Ask(ctx, q, storage.Asker{})
		must(err)
		_, err = s.TakeQuestion(ctx, "w")
		must(err)
		must(s.Publish(ctx, "w", q.Key(), analysis.Answer{Done: true, Depth: 3}))
	}
	for i, id := range slices.Sorted(maps.Keys(x.rooms)) {
		if i%3 != 0 {
			continue
		}
		entries, err := s.Read(ctx, id, 0)
		must(err)
		for range 1 + i%4 {
			last := entries[len(entries)-1]
			e, err := room.Seal(last.Digest, last.N+1, last.At, "player", fmt.Sprint("j", last.N), room.Named{Seat: 2, Name: "Bob"})
			must(err)
			must(s.Append(ctx, id, e, unchanged))
			entries = append(entries, e)
			x.rooms[id] = append(x.rooms[id], e.Raw()...)
		}
	}
	_, err = s.NameKey(ctx, []byte("key")) // if a meta page is damaged, the last change may be missing
	must(err)
	killed, err := os.ReadFile(x.path)
	must(err)
	must(s.Close())
	must(os.WriteFile(x.path, killed, 0o600)) // Close has emptied the journal
	return x
}

// unchanged are the effects of an entry that goes to the journal.
var unchanged = room.Effects{List: room.Playing, ListUnchanged: true, DueUnchanged: true}

func memoryFolder(t testing.TB) string {
	if dir, err := os.MkdirTemp("/dev/shm", "salvage-*"); err == nil {
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		return dir
	}
	return t.TempDir()
}

// checkFile returns the damage that Check finds.
func checkFile(t testing.TB, path string) (damage []string) {
	t.Helper()
	_, err := Check(context.Background(), path, func(err error) {
		if !errors.Is(err, storage.ErrDamaged) {
			t.Errorf("%v does not wrap ErrDamaged", err)
		}
		damage = append(damage, err.Error())
	})
	if err != nil {
		damage = append(damage, err.Error())
	}
	return damage
}

// salvage reads all rooms and games that it can. missing has the errors about all others.
func (x *sample) salvage(t testing.TB, opts ...Option) (rooms map[room.ID][]byte, games map[string]bool, missing []string) {
	t.Helper()
	s, err := Open(x.path, opts...)
	if err != nil {
		return nil, nil, []string{err.Error()}
	}
	defer s.Close()
	rooms, games = map[room.ID][]byte{}, map[string]bool{}
	ctx := context.Background()
	miss := func(err error) {
		if !errors.Is(err, storage.ErrDamaged) {
			t.Fatalf("%v does not wrap ErrDamaged", err)
		}
		missing = append(missing, err.Error())
	}
	for id, err := range s.AllRooms(ctx) {
		var entries []room.Entry
		if err == nil {
			entries, err = s.Read(ctx, id, 0)
		}
		if err == nil && room.CheckLog(entries) != nil {
			err = storage.ErrDamaged // package admin makes this check too
		}
		if err != nil {
			miss(err)
			continue
		}
		rooms[id] = nil
		for _, e := range entries {
			rooms[id] = append(rooms[id], e.Raw()...)
		}
	}
	for r, err := range s.AllGames(ctx) {
		if err != nil {
			miss(err)
			continue
		}
		games[r.ID().String()] = true
	}
	return rooms, games, missing
}

func TestCheckFindsNoDamage(t *testing.T) {
	x := newSample(t)
	if damage := checkFile(t, x.path); len(damage) > 0 {
		t.Errorf("%q", damage)
	}
	for _, opts := range [][]Option{nil, {ReadOnly()}} {
		rooms, games, missing := x.salvage(t, opts...)
		if len(missing) > 0 || !maps.EqualFunc(rooms, x.rooms, bytes.Equal) || !maps.Equal(games, x.games) {
			t.Errorf("read %d rooms and %d games, missing %q", len(rooms), len(games), missing)
		}
	}
	done, err := Check(t.Context(), x.path, func(error) {})
	if err != nil || done.Rooms != len(x.rooms) || done.Games != len(x.games) {
		t.Errorf("%+v, %v", done, err)
	}
}

func zero(b []byte) bool { return len(bytes.Trim(b, "\x00")) == 0 }

// flips is how many bytes of each page TestDamagedPages changes, one at a time. "make long"
// sets a greater number.
var flips = flag.Int("flips", 1, "bytes to change in each page")

// TestDamagedPages damages one page at a time, in several ways. If a room or game is lost or a
// log differs, Check must find the damage and export must report the loss. A store that is read
// only must still read the rooms and games that are not on the damaged page.
func TestDamagedPages(t *testing.T) {
	x := newSample(t)
	whole, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(x.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	size := os.Getpagesize()
	random := rand.New(rand.NewPCG(1, 2))
	tried, found := 0, 0
	damage := func(name string, id int, change func(page []byte)) {
		pg := bytes.Clone(whole[id*size : (id+1)*size])
		change(pg)
		if _, err := f.WriteAt(pg, int64(id*size)); err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("page %d, %s", id, name)
		told := checkFile(t, x.path)
		rooms, games, missing := x.salvage(t, ReadOnly())
		tried++
		if len(told) > 0 {
			found++
		}
		x.compare(t, what, rooms, games, missing, told)
		if _, err := f.WriteAt(whole[id*size:(id+1)*size], int64(id*size)); err != nil {
			t.Fatal(err)
		}
	}
	for id := range len(whole) / size {
		if zero(whole[id*size : (id+1)*size]) {
			continue // bbolt has not used this page yet
		}
		damage("zeroed", id, func(pg []byte) { clear(pg) })
		for range *flips {
			at, mask := random.IntN(400), byte(1<<random.IntN(8))
			if random.IntN(2) == 0 {
				mask = 0xFF
			}
			damage(fmt.Sprintf("byte %d ^ %#x", at, mask), id, func(pg []byte) { pg[at] ^= mask })
		}
		if id%2 == 0 {
			damage("of another", id, func(pg []byte) { copy(pg, whole[(id+3)%(len(whole)/size)*size:]) })
		}
	}
	t.Logf("%d pages; damaged %d times, found %d times", len(whole)/size, tried, found)
	if damage := checkFile(t, x.path); len(damage) > 0 {
		t.Fatalf("the file was not restored: %q", damage)
	}
}

// compare checks what salvage has read of a damaged file, and what checkFile has found (told).
func (x *sample) compare(t *testing.T, what string, rooms map[room.ID][]byte, games map[string]bool, missing, told []string) {
	t.Helper()
	for id, log := range rooms {
		if !bytes.Equal(log, x.rooms[id]) && (len(told) == 0 || len(missing) == 0) {
			t.Errorf("%s: room %s has another log, but check says %q, export %q", what, id, told, missing)
		}
	}
	lostRooms, renamedRooms, lostGames := 0, 0, 0
	for id, log := range x.rooms {
		switch _, ok := rooms[id]; {
		case ok:
		case readUnderAnotherName(log, rooms, x.rooms):
			renamedRooms++
		default:
			lostRooms++
		}
	}
	for name := range x.games {
		if !games[name] {
			lostGames++
		}
	}
	if lostRooms+lostGames > 0 && (len(told) == 0 || len(missing) == 0) {
		t.Errorf("%s: %d rooms and %d games are missing; check says %q, export %q", what, lostRooms, lostGames, told, missing)
	}
	if renamedRooms > 0 && len(told) == 0 {
		t.Errorf("%s: %d rooms have another name, but check finds no damage", what, renamedRooms)
	}
	if len(missing) > 0 && len(told) == 0 {
		t.Errorf("%s: export says %q, but check finds no damage", what, missing)
	}
	if lostRooms > 0 && lostGames > 0 && rooms != nil && len(rooms)+len(games) > 0 {
		t.Errorf("%s: %d rooms and %d games are missing, but no page has both rooms and games", what, lostRooms, lostGames)
	}
}

// readUnderAnotherName reports whether a whole log was read under a name that no room had
// before. Only the indexes, which Check reads, show that a room's name has changed.
func readUnderAnotherName(log []byte, rooms, before map[room.ID][]byte) bool {
	for id, other := range rooms {
		if _, known := before[id]; !known && bytes.Equal(log, other) {
			return true
		}
	}
	return false
}

// Check and Open report a file that was cut anywhere. A store that is read only reads what is
// before the cut.
func TestCutFile(t *testing.T) {
	readSome := false
	for range 3 { // in some files the root page is the last page, so that nothing can be read
		readSome = testCutFile(t, newSample(t)) || readSome
	}
	if !readSome {
		t.Error("no room or game was read from any cut file")
	}
}

// testCutFile cuts a file to several lengths, and reports whether any room or game was read.
func testCutFile(t *testing.T, x *sample) (readSome bool) {
	whole, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	size := os.Getpagesize()
	whole = whole[:len(bytes.TrimRight(whole, "\x00"))] // drop the pages that bbolt has not used yet
	for _, length := range []int{
		0, 1, 100, size, size + 100, 2 * size, 3*size + 7,
		len(whole) / 2, len(whole)/2 + 99, len(whole) * 9 / 10, len(whole) - 3*size, len(whole) - size,
	} {
		if err := os.WriteFile(x.path, whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(x.path)
		if err == nil {
			_ = s.Close()
			t.Errorf("%d bytes: Open for writing succeeded", length)
			continue
		}
		told := checkFile(t, x.path)
		rooms, games, missing := x.salvage(t, ReadOnly())
		x.compareCut(t, length, err, told, missing, rooms)
		readSome = readSome || len(rooms)+len(games) > 0
		if after, err := os.ReadFile(x.path); err != nil || !bytes.Equal(after, whole[:length]) {
			t.Errorf("%d bytes: the file was changed: %v", length, err)
		}
	}
	return readSome
}

func (x *sample) compareCut(t *testing.T, length int, err error, told, missing []string, rooms map[room.ID][]byte) {
	t.Helper()
	if len(told) == 0 || len(missing) == 0 {
		t.Errorf("%d bytes: check says %q, export %q", length, told, missing)
	}
	for _, want := range []struct {
		when bool
		text string
	}{
		{length == 0, "has 0 bytes, and a store never has"},
		{length >= 4*os.Getpagesize(), fmt.Sprintf("the file was cut: it has %d of", length)},
	} {
		if want.when && !bytes.Contains([]byte(err.Error()), []byte(want.text)) {
			t.Errorf("%d bytes: %v; want %q", length, err, want.text)
		}
	}
	for id, log := range rooms {
		if !bytes.HasPrefix(x.rooms[id], log) { // its latest entries may have been in the journal
			t.Errorf("%d bytes: room %s has another log", length, id)
		}
	}
}

// TestDamageWhileOpen damages pages of a store that is open. Calls that meet the damage fail,
// all other calls succeed, and OnDamage reports the first damage once.
func TestDamageWhileOpen(t *testing.T) {
	x := newSample(t)
	whole, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	size := os.Getpagesize()
	opened, met := 0, 0
	for id := 2; id < len(whole)/size; id += 2 {
		file := bytes.Clone(whole)
		clear(file[id*size : (id+1)*size])
		if err := os.WriteFile(x.path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(x.path)
		if err != nil {
			if !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("page %d: %v", id, err)
			}
			continue
		}
		s.db.NoSync = true
		opened++
		told := 0
		s.OnDamage(func(error) { told++ })
		if x.useAll(t, s, id) {
			met++
			st, err := s.Status(t.Context())
			if err != nil || st.File.Damage == "" || told != 1 {
				t.Errorf("page %d: status %+v, error %v; OnDamage reported %d times", id, st.File, err, told)
			}
		}
		_ = s.Close()
	}
	if opened == 0 || met == 0 || met == opened {
		t.Errorf("%d files were opened, and %d of them met damage", opened, met)
	}
}

// useAll reads and appends to each room, and lists games. It reports whether a call met damage.
func (x *sample) useAll(t *testing.T, s *Store, page int) (met bool) {
	t.Helper()
	ctx := t.Context()
	stored := 0
	results := make(chan error, len(x.rooms))
	for _, id := range slices.Sorted(maps.Keys(x.rooms)) {
		go func() {
			entries, err := s.Read(ctx, id, 0)
			if err != nil || len(entries) == 0 {
				results <- errors.Join(err, errors.New("no entries were read"))
				return
			}
			last := entries[len(entries)-1]
			e, err := room.Seal(last.Digest, last.N+1, last.At, "p", "new", room.Named{Seat: 2})
			if err != nil {
				results <- err
				return
			}
			results <- s.Append(ctx, id, e, room.Effects{Due: last.At.Add(time.Hour), List: room.Playing, Job: true})
		}()
	}
	for range x.rooms {
		if err := <-results; err == nil {
			stored++
		} else {
			met = true
			if !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("page %d: %v", page, err)
			}
		}
	}
	_, _, err := s.Games(ctx, storage.GamesQuery{Limit: 500})
	met = met || err != nil || s.firstDamage() != ""
	if met && stored == 0 && s.firstDamage() == "" {
		t.Errorf("page %d: no append succeeded, but the store reports no damage", page)
	}
	return met
}
