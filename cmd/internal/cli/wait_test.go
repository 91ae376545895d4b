package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// A service gives up when its time is over, and says how long it has tried and why in vain.
// Its log has one line, however often it has tried.
func TestAwaitStoreGivesUp(t *testing.T) {
	var log strings.Builder
	tries := 0
	open := func() (Store, error) {
		tries++
		return nil, fmt.Errorf("%w: attempt %d", storage.ErrUnavailable, tries)
	}
	const limit = 2 * storeRetry
	_, err := awaitStore(t.Context(), limit, open, nil, slog.New(slog.NewTextHandler(&log, nil)))
	if err == nil || !strings.Contains(err.Error(), "gave up after 1s") || !strings.Contains(err.Error(), fmt.Sprintf("attempt %d", tries)) {
		t.Errorf("after %d attempts: %v", tries, err)
	}
	if tries < 2 || strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "attempt 1") {
		t.Errorf("%d attempts, and the log has:\n%s", tries, &log)
	}
}

// An error that another attempt does not mend is no reason to wait.
func TestAwaitStoreDoesNotWaitInVain(t *testing.T) {
	wrong := errors.New("wrong password")
	tries := 0
	_, err := awaitStore(t.Context(), time.Hour, func() (Store, error) { tries++; return nil, wrong }, nil, slog.New(slog.DiscardHandler))
	if !errors.Is(err, wrong) || tries != 1 {
		t.Errorf("%d attempts, %v", tries, err)
	}
}
