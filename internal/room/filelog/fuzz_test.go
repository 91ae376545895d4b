package filelog

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// FuzzCursor: no two cursors stand for the same place in the archive. Any other string counts
// as empty, or as a place between two games. The pages have each game at most once, in order.
func FuzzCursor(f *testing.F) {
	f.Add(cursor(timeKey(1_763_719_204_000, "abcdefghjkmn/1")))
	for _, text := range []string{"", "AAAA", "AAAAAAAAAAFhYmNkZWYvMQ", "__________9hYmNkZWYvMQ", "====", "é"} {
		f.Add(text)
	}
	s := openFuzzed(f)
	const games = 5
	err := s.db.Update(func(tx *bolt.Tx) error {
		for i := range games {
			r := room.Record{Room: "abcdef", Game: i + 1, Variant: "tictactoe", Ended: time.UnixMilli(int64(i / 2))}
			if err := putRecord(tx, &r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if key := parseCursor(text); key != nil && cursor(key) != text {
			t.Fatalf("cursor %q is parsed as key %q, whose cursor is %q", text, key, cursor(key))
		}
		left := games + 1
		for next := text; left > games || next != ""; {
			page, after, err := s.Games(t.Context(), storage.GamesQuery{Cursor: next, Limit: 2})
			if err != nil {
				t.Fatalf("%q: %v", next, err)
			}
			for _, r := range page {
				if r.Game >= left {
					t.Fatalf("%q: game %d after game %d", text, r.Game, left)
				}
				left = r.Game
			}
			if next = after; len(page) == 0 {
				break
			}
		}
	})
}

// FuzzValues: reading a value never panics, whatever bytes a defect or another program has
// written.
func FuzzValues(f *testing.F) {
	for _, value := range []string{
		"", "{}", "null", "[]", `{"due":1,"list":"open","entered":1,"job":1}`, `{"room":"abcdef","n":1}`, `{"until":9999999999999,"answer":{"done":true}}`,
		`{"n":1,"at":1,"type":"closed","data":{},"digest":"0123456789abcdef"}`, `{"room":"abcdef","game":1,"moves":null,"ended":"2026-11-21T10:00:00Z"}`,
		"\x00\xff",
	} {
		f.Add([]byte(value), []byte("\x00\x00\x00\x00\x00\x00\x00\x01abcdef"))
		f.Add([]byte(value), []byte("short"))
	}
	s := openFuzzed(f)
	f.Fuzz(func(t *testing.T, value, key []byte) {
		if len(key) == 0 || len(key) > 100 {
			t.Skip()
		}
		const id = room.ID("abcdef")
		err := s.db.Update(func(tx *bolt.Tx) error {
			log, err := tx.Bucket(bucketLog).CreateBucketIfNotExists([]byte(id))
			if err != nil {
				return err
			}
			for _, put := range []struct {
				bucket     *bolt.Bucket
				key, value []byte
			}{
				{log, sequenceKey(1), value},
				{tx.Bucket(bucketState), []byte(id), value},
				{tx.Bucket(bucketGames), []byte("abcdef/1"), value},
				{tx.Bucket(bucketEnded), timeKey(1, "abcdef/1"), nil},
				{tx.Bucket(bucketAnswers), key, value},
				{tx.Bucket(bucketJobs), sequenceKey(1), value},
			} {
				if err := put.bucket.Put(put.key, put.value); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx := t.Context()
		if entries, err := s.Read(ctx, id, 0); err == nil && (len(entries) != 1 || !bytes.Equal(entries[0].Raw(), value)) {
			t.Fatalf("value %q is read as entries %v", value, entries)
		}
		_, _ = s.Game(ctx, room.GameID{Room: id, Game: 1})
		_, _, _ = s.Games(ctx, storage.GamesQuery{Limit: 5})
		_, _ = s.Cached(ctx, analysis.QuestionKey(key))
		_, _ = s.Due(ctx, time.UnixMilli(1<<50), 5)
		_, _ = s.Rooms(ctx, room.List("open"), 5)
		_ = s.Touch(ctx, id, 1, room.Effects{Due: time.UnixMilli(5)})
		_ = s.db.View(func(tx *bolt.Tx) error {
			var q queue
			q.init(time.Second, time.Minute)
			return q.load(tx, time.Time{})
		})
	})
}

// openFuzzed opens a store that never flushes its file to the disk.
func openFuzzed(f *testing.F) *Store {
	f.Helper()
	dir := f.TempDir()
	if memory, err := os.MkdirTemp("/dev/shm", "fuzz-*"); err == nil {
		dir = memory
		f.Cleanup(func() { _ = os.RemoveAll(memory) })
	}
	s, err := Open(filepath.Join(dir, "rooms.db"))
	if err != nil {
		f.Fatal(err)
	}
	s.db.NoSync = true
	f.Cleanup(func() { _ = s.Close() })
	return s
}
