package cli

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// A process whose store has wait=1 and no replica logs a warning when it starts.
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
