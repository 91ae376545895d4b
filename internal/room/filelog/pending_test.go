package filelog

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestAgesOutliveARestart: a restart does not change the age of a job. For a job that an
// earlier version stored without a time, the age counts from the restart.
func TestAgesOutliveARestart(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "rooms.db"), time.UnixMilli(1_700_000_000_000)
	reopen := func() *Store {
		s, err := Open(path, WithClock(func() time.Time { return now }))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	wantAge := func(s *Store, want time.Duration) {
		t.Helper()
		if p, err := s.Pending(t.Context()); err != nil || p.Waiting != (storage.QueueLoad{Jobs: 1, Age: want}) {
			t.Errorf("pending %+v, %v; want a job %v old", p, err, want)
		}
	}
	s := reopen()
	e, err := room.Seal("", 1, now, "p", "1", room.Named{Seat: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), "a", e, room.Effects{Job: true}); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Minute)
	wantAge(s, time.Minute)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	now = now.Add(time.Minute)
	s = reopen()
	wantAge(s, 2*time.Minute)
	old, err := json.Marshal(map[string]any{"room": "a", "n": 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.db.Update(func(tx *bolt.Tx) error { return tx.Bucket(bucketJobs).Put(sequenceKey(1), old) }); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	s = reopen()
	defer s.Close()
	now = now.Add(time.Second)
	wantAge(s, time.Second)
}
