package cli

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// A process whose store's address has wait=1 says when it starts that a replica is missing.
func TestWarnWithoutReplica(t *testing.T) {
	redis := redistest.New(t)
	for option, lines := range map[string]int{"": 0, "?wait=1": 1} {
		store, err := OpenStore(t.Context(), redis.URL()+option)
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		WarnWithoutReplica(t.Context(), store, slog.New(slog.NewTextHandler(&log, nil)))
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		if n := strings.Count(log.String(), "level=WARN"); n != lines || n != strings.Count(log.String(), "no replica") {
			t.Errorf("with %q the log says:\n%s", option, &log)
		}
	}
}
