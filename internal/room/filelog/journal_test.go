package filelog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// journalSuite is a store together with the entries that it must have.
type journalSuite struct {
	*Store
	rooms map[room.ID][]room.Entry
}

func openJournalSuite(t rapid.TB, path string) *journalSuite {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	s.db.NoSync = true
	return &journalSuite{s, map[room.ID][]room.Entry{}}
}

// next returns the entry that follows the room's last one.
func (s *journalSuite) next(t rapid.TB, id room.ID) room.Entry {
	t.Helper()
	last, n := "", len(s.rooms[id])
	if n > 0 {
		last = s.rooms[id][n-1].Digest
	}
	e, err := room.Seal(last, uint64(n+1), time.UnixMilli(1), "p", fmt.Sprint(n), room.Named{Seat: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (s *journalSuite) append(t rapid.TB, id room.ID, fx room.Effects) {
	t.Helper()
	e := s.next(t, id)
	if err := s.Append(context.Background(), id, e, fx); err != nil {
		t.Fatal(err)
	}
	s.rooms[id] = append(s.rooms[id], e)
}

// check compares all ways of reading a room with what it must have.
func (s *journalSuite) check(t rapid.TB) {
	t.Helper()
	ctx := context.Background()
	for id, want := range s.rooms {
		for after := range uint64(len(want) + 2) {
			got, err := s.ReadSome(ctx, id, after, 3)
			if left := len(want) - int(after); err != nil || len(got) != max(0, min(left, 3)) {
				t.Fatalf("room %s: %d entries after %d of %d, error %v", id, len(got), after, len(want), err)
			}
		}
		got, err := s.Read(ctx, id, 0)
		if err != nil || len(got) != len(want) || len(want) > 0 && room.CheckLog(got) != nil {
			t.Fatalf("room %s: %d entries of %d, error %v", id, len(got), len(want), err)
		}
		if n, err := s.Lengths(ctx, []room.ID{id}); err != nil || n[0] != uint64(len(want)) {
			t.Fatalf("room %s: length %v, want %d, error %v", id, n, len(want), err)
		}
	}
}

// TestJournal appends to rooms, deletes rooms, closes the file and kills the process at random.
func TestJournal(t *testing.T) {
	dir := memoryFolder(t)
	files := 0
	rapid.Check(t, func(rt *rapid.T) {
		files++
		path := filepath.Join(dir, fmt.Sprintf("%d.db", files))
		s := openJournalSuite(rt, path)
		defer func() { _ = s.Close() }()
		ids := rapid.SampledFrom([]room.ID{"a", "b", "c"})
		reopen := func(rt *rapid.T, path string) {
			opened := openJournalSuite(rt, path)
			opened.rooms = s.rooms
			s = opened
		}
		rt.Repeat(map[string]func(*rapid.T){
			"append": func(rt *rapid.T) {
				s.append(rt, ids.Draw(rt, "room"), room.Effects{List: room.Playing, Job: rapid.Bool().Draw(rt, "job")})
			},
			"follow": func(rt *rapid.T) {
				if id := ids.Draw(rt, "room"); len(s.rooms[id]) > 0 {
					s.append(rt, id, unchanged)
				}
			},
			"conflict": func(rt *rapid.T) {
				id := ids.Draw(rt, "room")
				other := &journalSuite{rooms: map[room.ID][]room.Entry{id: {}}}
				for range len(s.rooms[id]) + rapid.IntRange(-1, 1).Draw(rt, "off by") {
					other.rooms[id] = append(other.rooms[id], other.next(rt, id))
				}
				e := other.next(rt, id) // of another history, or in a wrong place
				if len(s.rooms[id]) == 0 && e.N == 1 || e.N > 1 && len(s.rooms[id]) > 0 && e.N == uint64(len(s.rooms[id])+1) {
					rt.Skip("no conflict")
				}
				if err := s.Append(context.Background(), id, e, unchanged); !errors.Is(err, storage.ErrConflict) {
					rt.Fatalf("entry %d of %d: got error %v", e.N, len(s.rooms[id]), err)
				}
			},
			"delete": func(rt *rapid.T) {
				id := ids.Draw(rt, "room")
				if err := s.Delete(context.Background(), id, uint64(len(s.rooms[id]))); err != nil {
					rt.Fatal(err)
				}
				s.rooms[id] = nil
			},
			"close": func(rt *rapid.T) {
				if err := s.Close(); err != nil {
					rt.Fatal(err)
				}
				reopen(rt, path)
				if n := journalLength(rt, s.Store); n != 0 {
					rt.Fatalf("the journal has %d entries after Close", n)
				}
			},
			"kill": func(rt *rapid.T) {
				data, err := os.ReadFile(path)
				if err != nil {
					rt.Fatal(err)
				}
				_ = s.Close()
				if err := os.WriteFile(path, data, 0o600); err != nil {
					rt.Fatal(err)
				}
				if damage := checkRapid(rt, path); len(damage) > 0 {
					rt.Fatalf("Check: %q", damage)
				}
				readOnly, err := Open(path, ReadOnly())
				if err != nil {
					rt.Fatal(err)
				}
				(&journalSuite{readOnly, s.rooms}).checkReadOnly(rt)
				if err := readOnly.Close(); err != nil {
					rt.Fatal(err)
				}
				reopen(rt, path)
			},
			"": func(rt *rapid.T) { s.check(rt) },
		})
	})
}

func checkRapid(t *rapid.T, path string) (damage []string) {
	t.Helper()
	if _, err := Check(context.Background(), path, func(err error) { damage = append(damage, err.Error()) }); err != nil {
		t.Fatal(err)
	}
	return damage
}

// checkReadOnly is check for a store that was opened with ReadOnly.
func (s *journalSuite) checkReadOnly(t *rapid.T) {
	t.Helper()
	found := 0
	for id, err := range s.AllRooms(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		found++
		for after := range uint64(len(s.rooms[id]) + 2) {
			got, err := s.Read(context.Background(), id, after)
			if want := max(0, len(s.rooms[id])-int(after)); err != nil || len(got) != want {
				t.Fatalf("room %s: %d entries after %d, want %d, error %v", id, len(got), after, want, err)
			}
		}
	}
	for _, entries := range s.rooms {
		if len(entries) > 0 {
			found--
		}
	}
	if found != 0 {
		t.Fatalf("%d rooms too many", found)
	}
}

// TestFullJournal fills the journal more than once. The entries move to the logs.
func TestFullJournal(t *testing.T) {
	s := openJournalSuite(t, filepath.Join(memoryFolder(t), "rooms.db"))
	defer func() { _ = s.Close() }()
	for range 2*maxJournal + maxJournal/2 {
		s.append(t, "a", unchanged)
		if len(s.rooms["a"]) == 1 {
			continue // the first entry of a room is in its log
		}
		if n := journalLength(t, s.Store); n > maxJournal {
			t.Fatalf("the journal has %d entries", n)
		}
	}
	if n := journalLength(t, s.Store); n == 0 {
		t.Fatal("the journal is empty")
	}
	got, err := s.Read(t.Context(), "a", 0)
	if err != nil || len(got) != len(s.rooms["a"]) || room.CheckLog(got) != nil {
		t.Fatalf("%d entries of %d, error %v", len(got), len(s.rooms["a"]), err)
	}
}

func journalLength(t rapid.TB, s *Store) (n int) {
	t.Helper()
	err := s.db.View(func(tx *bolt.Tx) error {
		for range journalOf(tx) {
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestUndoneJournal undoes a transaction that has added to the journal. The entry can be
// appended again.
func TestUndoneJournal(t *testing.T) {
	s := openJournalSuite(t, filepath.Join(memoryFolder(t), "rooms.db"))
	defer func() { _ = s.Close() }()
	s.append(t, "a", room.Effects{})
	s.append(t, "a", unchanged)
	e := s.next(t, "a")
	failed := errors.New("the disk failed")
	err := s.submit(t.Context(), &change{apply: func(tx *bolt.Tx) error {
		return errors.Join(s.journal.add(tx, "a", e), failed)
	}})
	if !errors.Is(err, failed) {
		t.Fatalf("got error %v", err)
	}
	s.check(t)
	s.append(t, "a", unchanged)
	s.append(t, "a", room.Effects{Job: true})
	s.append(t, "a", unchanged)
	s.check(t)
}
