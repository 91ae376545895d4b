package cli

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// wrongClock is the clock of a store that differs from this machine's clock by offset.
type wrongClock struct {
	storage.Clock
	offset atomic.Int64
}

func (w *wrongClock) ClockOffset() (time.Duration, bool) { return time.Duration(w.offset.Load()), true }

// WatchClock logs once that the clock is wrong, however long it is, and once that it is right
// again.
func TestWatchClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		clock := &wrongClock{}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			WatchClock(ctx, clock, slog.New(slog.NewTextHandler(&log, nil)))
			close(done)
		}()
		for _, offset := range []time.Duration{0, storage.ClockWarning - 1, -storage.ClockWarning, time.Hour, 0} {
			clock.offset.Store(int64(offset))
			time.Sleep(time.Minute)
		}
		cancel()
		<-done
		lines := strings.Split(strings.TrimSpace(log.String()), "\n")
		if len(lines) != 2 || !strings.Contains(lines[0], "level=WARN") || !strings.Contains(lines[0], "by=-2s") ||
			!strings.Contains(lines[1], "agrees with the store's again") {
			t.Errorf("the log says:\n%s", &log)
		}
	})
}
