package chaos

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
)

// TestFileStoreKill kills the process of a file store repeatedly while it writes. Each time
// the next process can open the file, which has every acknowledged entry.
func TestFileStoreKill(t *testing.T) {
	r := seededRandom(t)
	h := newHub(t, "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	l := startLoad(t, r, h.url(), *round, "-rooms", "50", "-ai", "4", "-spectators", "1")
	faults := 0
	for begin := time.Now(); time.Since(begin) < *round && l.playing(); faults++ {
		pause(r, time.Second)
		h.kill()
		h.restart()
	}
	l.verdict(faults)
}

// TestFileStoreTaken starts a second hub on a file that is in use.
func TestFileStoreTaken(t *testing.T) {
	t.Parallel()
	store := "file:" + filepath.Join(t.TempDir(), "quatre.db")
	newHub(t, store)
	second := run(t, "hub", "-addr", redistest.FreeAddr(t), "-admin", "none", "-store", store)
	if status := second.status(); status == 0 {
		t.Error("the second hub ends with status 0")
	}
	if said := second.log.String(); !strings.Contains(said, "in use by another process") {
		t.Errorf("the second hub does not say that the file is in use:\n%s", said)
	}
}
