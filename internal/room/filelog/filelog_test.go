package filelog_test

import (
	"path/filepath"
	"testing"

	"github.com/quatre/quatre/internal/room/filelog"
	"github.com/quatre/quatre/internal/room/logtest"
	"github.com/quatre/quatre/internal/room/storage"
)

func TestConformance(t *testing.T) { logtest.Run(t, open) }

func TestModel(t *testing.T) { logtest.RunModel(t, open) }

func TestPresenceModel(t *testing.T) { logtest.RunPresenceModel(t, open) }

func TestAnalysesModel(t *testing.T) { logtest.RunAnalysesModel(t, open) }

func open(t *testing.T, c logtest.Conditions) storage.Store {
	return reopen(t, filepath.Join(t.TempDir(), "rooms.db"),
		filelog.WithClock(c.Now), filelog.WithJobLease(c.JobLease), filelog.WithSleepAfter(c.SleepAfter))
}

func reopen(t testing.TB, path string, opts ...filelog.Option) *filelog.Store {
	t.Helper()
	s, err := filelog.Open(path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeStore(t testing.TB, s *filelog.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}
