package filelog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// unchanged are the effects of an entry that goes to the journal.
var unchanged = room.Effects{List: room.Playing, ListUnchanged: true, DueUnchanged: true}

func memoryFolder(t testing.TB) string {
	if dir, err := os.MkdirTemp("/dev/shm", "filelog-*"); err == nil {
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		return dir
	}
	return t.TempDir()
}

// sample is a file, and the rooms that it has.
type sample struct {
	path  string
	rooms map[room.ID][]byte // all entries of each room
}

// newSample writes a file of some dozen pages, with entries in the journal.
func newSample(t testing.TB) *sample {
	t.Helper()
	x := &sample{filepath.Join(memoryFolder(t), "rooms.db"), map[room.ID][]byte{}}
	s, err := Open(x.path)
	if err != nil {
		t.Fatal(err)
	}
	s.db.NoSync = true
	ctx, start := t.Context(), time.UnixMilli(1_700_000_000_000).UTC()
	for i := range 40 {
		id, last := room.ID(fmt.Sprintf("room-%03d", i)), ""
		for n := uint64(1); n <= 5+uint64(i); n++ {
			e, err := room.Seal(last, n, start, "player", fmt.Sprint(n), room.Named{Seat: 1, Name: "Ann"})
			fx := unchanged
			if n == 1 {
				fx = room.Effects{Due: start, List: room.Playing, Job: i%3 == 0, Record: &room.Record{Room: id, Game: 1, Variant: "tictactoe", Ended: start}}
			}
			if err := errors.Join(err, s.Append(ctx, id, e, fx)); err != nil {
				t.Fatal(err)
			}
			last = e.Digest
			x.rooms[id] = append(x.rooms[id], e.Raw()...)
		}
	}
	killed, err := os.ReadFile(x.path)
	if err := errors.Join(err, s.Close(), os.WriteFile(x.path, killed, 0o600)); err != nil { // Close has emptied the journal
		t.Fatal(err)
	}
	return x
}

// read reads all rooms that it can, as a program does that opens the file.
func (x *sample) read(t testing.TB, opts ...Option) (rooms map[room.ID][]byte, damage []error) {
	t.Helper()
	s, err := Open(x.path, opts...)
	if err != nil {
		return nil, []error{err}
	}
	s.db.NoSync = true
	defer s.Close()
	rooms = map[room.ID][]byte{}
	for id, err := range s.AllRooms(context.Background()) {
		var entries []room.Entry
		if err == nil {
			entries, err = s.Read(context.Background(), id, 0)
		}
		if err != nil {
			damage = append(damage, err)
			continue
		}
		for _, e := range entries {
			rooms[id] = append(rooms[id], e.Raw()...)
		}
	}
	return rooms, damage
}

func (x *sample) check() (done Checked, damage []error) {
	done, err := Check(context.Background(), x.path, func(err error) { damage = append(damage, err) })
	if err != nil {
		damage = append(damage, err)
	}
	return done, damage
}

func TestCheckFindsNoDamage(t *testing.T) {
	x := newSample(t)
	if done, damage := x.check(); len(damage) > 0 || done != (Checked{Rooms: len(x.rooms), Games: len(x.rooms)}) {
		t.Errorf("%+v, %q", done, damage)
	}
	for _, opts := range [][]Option{{ReadOnly()}, nil} {
		if rooms, damage := x.read(t, opts...); len(damage) > 0 || !maps.EqualFunc(rooms, x.rooms, bytes.Equal) {
			t.Errorf("read %d rooms, damage %q", len(rooms), damage)
		}
	}
}

// TestDamagedPages overwrites one page after the other with zeros. Check reports each page that
// matters. A program that reads the file gets errors that wrap storage.ErrDamaged, and no
// wrong entry.
func TestDamagedPages(t *testing.T) {
	x := newSample(t)
	whole, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	size, found, opened := os.Getpagesize(), 0, 0
	step := 1
	if testing.Short() {
		step = 3
	}
	for page := 2; page < len(whole)/size; page += step {
		file := bytes.Clone(whole)
		clear(file[page*size : (page+1)*size])
		if bytes.Equal(file, whole) {
			continue
		}
		x := &sample{fmt.Sprintf("%s-%d", x.path, page), x.rooms} // bbolt panics on a damaged free list, with the file locked
		if err := os.WriteFile(x.path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		_, told := x.check()
		rooms, damage := x.read(t)
		if len(damage) == 0 && !maps.EqualFunc(rooms, x.rooms, bytes.Equal) && len(told) == 0 {
			t.Errorf("page %d: rooms are missing, and nothing says so", page)
		}
		for id, entries := range rooms {
			if !bytes.HasPrefix(x.rooms[id], entries) {
				t.Errorf("page %d: room %s has entries that nobody stored", page, id)
			}
		}
		for _, err := range slices.Concat(told, damage) {
			if !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("page %d: %v does not wrap ErrDamaged", page, err)
			}
		}
		if len(told) > 0 {
			found++
		}
		if len(rooms) > 0 {
			opened++
		}
	}
	if found < 10/step || opened == 0 {
		t.Errorf("Check found %d damaged pages, and %d damaged files could be opened", found, opened)
	}
}

// A file that was cut, or that has no bytes, is refused and not changed. The sentence names the
// latest copy.
func TestCutFile(t *testing.T) {
	x := newSample(t)
	whole, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	whole = bytes.TrimRight(whole, "\x00") // the file ends with pages that are not used yet
	folder := CopiesOf(x.path)
	if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "2026-11-25T08-00-00Z.db"), whole, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{0, os.Getpagesize() / 2, os.Getpagesize(), 3 * os.Getpagesize(), len(whole) / 2, len(whole) * 9 / 10} {
		if err := os.WriteFile(x.path, whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		_, damage := x.read(t)
		if len(damage) == 0 || !strings.Contains(damage[0].Error(), "copy") {
			t.Errorf("%d bytes: %q", length, damage)
		}
		if length > 2*os.Getpagesize() && !strings.Contains(damage[0].Error(), "2026-11-25T08") {
			t.Errorf("%d bytes: the error does not name the latest copy: %q", length, damage)
		}
		if after, err := os.ReadFile(x.path); err != nil || len(after) != length {
			t.Errorf("the file had %d bytes and now has %d: %v", length, len(after), err)
		}
	}
}

// TestDamagedJournal: Open refuses a file whose journal cannot be read, because nobody would
// learn which rooms lack entries.
func TestDamagedJournal(t *testing.T) {
	x := newSample(t)
	db, err := bolt.Open(x.path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		k, v := tx.Bucket(bucketJournal).Cursor().First()
		return tx.Bucket(bucketJournal).Put(k, []byte(strings.Replace(string(v), "Ann", "An?", 1)))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(x.path); !errors.Is(err, storage.ErrDamaged) || !strings.Contains(err.Error(), "hub check") {
		t.Errorf("Open: got error %v", err)
	}
	if _, told := x.check(); len(told) == 0 {
		t.Error("Check finds no damage")
	}
}

// Copies have the rooms of the file. The oldest copies are removed, and what a killed process left.
func TestCopies(t *testing.T) {
	now := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
	x := newSample(t)
	s, err := Open(x.path, WithClock(func() time.Time { return now }))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	folder := CopiesOf(x.path)
	if d := s.untilNextCopy(folder); d != 0 {
		t.Errorf("the first copy is due in %v", d)
	}
	for range 4 {
		if err := s.copyInto(t.Context(), folder, 3); err != nil {
			t.Fatal(err)
		}
		if d := s.untilNextCopy(folder); d != CopyInterval {
			t.Errorf("the next copy is due in %v", d)
		}
		if err := os.WriteFile(filepath.Join(folder, "left.partial"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		now = now.Add(CopyInterval)
	}
	if err := s.copyInto(t.Context(), folder, 3); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 3 || filepath.Base(files[0]) != "2026-11-25T10-00-00Z.db" {
		t.Fatalf("%q, %v", files, err)
	}
	copied := &sample{files[2], x.rooms}
	if _, damage := copied.check(); len(damage) > 0 {
		t.Errorf("%q", damage)
	}
	if rooms, damage := copied.read(t); len(damage) > 0 || !maps.EqualFunc(rooms, x.rooms, bytes.Equal) {
		t.Errorf("the copy has %d rooms, damage %q", len(rooms), damage)
	}
}
