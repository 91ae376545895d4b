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

// awaitStore gives up after the time limit. Its error has the limit and the error of the last
// attempt. It logs one line, however many attempts it makes.
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

// awaitStore does not repeat an attempt after an error that will not go away.
func TestAwaitStoreDoesNotWaitInVain(t *testing.T) {
	wrong := errors.New("wrong password")
	tries := 0
	_, err := awaitStore(t.Context(), time.Hour, func() (Store, error) { tries++; return nil, wrong }, nil, slog.New(slog.DiscardHandler))
	if !errors.Is(err, wrong) || tries != 1 {
		t.Errorf("%d attempts, %v", tries, err)
	}
}
