package chaos

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
)

const (
	longLog    = 19_980 // entries of the long room; room.MaxEntries is 20,000
	shortLog   = 60
	reloaders  = 20  // clients that reload a room
	otherMoves = 500 // measured moves of another player, in each phase

	// reloadPause is how long each client waits before it reloads again. Without a pause the
	// clients would use up the CPU time of a small machine.
	reloadPause = 200 * time.Millisecond

	// movePause is the pause between two moves, so that everybody reloads several times in a phase.
	movePause = 5 * time.Millisecond

	// maxReloadSlowdown bounds the p99 of the other player's moves while a long room is
	// reloaded, as a multiple of the p99 while nobody reloads.
	maxReloadSlowdown = 50

	// maxLongSlowdown bounds the same p99, as a multiple of the p99 while a short room is
	// reloaded.
	maxLongSlowdown = 5

	reloadTries = 3 // measurements: another program on this machine may have delayed some moves
)

// TestReloadsOfALongRoom has clients reload one of the longest possible rooms repeatedly. The
// moves in another room are hardly slower than while clients reload a short room.
func TestReloadsOfALongRoom(t *testing.T) {
	redis := redistest.New(t, "--appendfsync", "no")
	h := newHub(t, redis.URL(), "-workers", "0", "-frames-per-second", "0")
	url := "http://" + h.addr
	long, short := makeSeries(t, url, longLog), makeSeries(t, url, shortLog)
	phase := func(id string) time.Duration {
		ctx, cancel := context.WithCancel(t.Context())
		var over sync.WaitGroup
		defer over.Wait()
		defer cancel()
		for i := range reloaders {
			if id != "" {
				over.Go(func() { reload(ctx, url, id, fmt.Sprintf("reloader%d", i)) })
			}
		}
		return moveP99(t, url)
	}
	phase("")
	var detail string
	for range reloadTries {
		idle, shorts, longs := phase(""), phase(short), phase(long)
		detail = fmt.Sprintf("p99 of a move: %v idle, %v while a room of %d entries is reloaded, %v with %d", idle, shorts, shortLog, longs, longLog)
		if longs <= maxReloadSlowdown*idle && longs <= maxLongSlowdown*shorts {
			table.add(t, row{faults: reloaders, acked: 3 * otherMoves, detail: detail})
			return
		}
	}
	t.Error(detail)
}

// makeSeries plays games in a room of one player until it has n entries, and returns its name.
func makeSeries(t *testing.T, url string, n uint64) string {
	t.Helper()
	c := soloist(t, url, fmt.Sprintf("series%d-", n))
	defer c.Goodbye()
	for c.N() < n {
		solo(c, func() {})
	}
	return c.Room
}

// soloist opens a room for one player, who has both seats.
func soloist(t *testing.T, url, name string) *hubtest.Client {
	t.Helper()
	room, err := hubtest.Create(hubtest.Context(t), url, name, object{"variant": "tictactoe", "opponent": "self"})
	if err != nil {
		t.Fatal(err)
	}
	c := hubtest.Join(t, url, room, name)
	c.Follow(1)
	return c
}

// solo plays a game that nobody wins, and opens the next one. It calls moved after each move.
func solo(c *hubtest.Client, moved func()) {
	for _, cell := range []string{"a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3", "b3"} {
		c.Must("move", object{"move": cell})
		moved()
	}
	c.Must("rematch", nil)
}

// reload opens a room as the page does, repeatedly until ctx ends: it requests the room and
// its last entries.
func reload(ctx context.Context, url string, id string, player string) {
	header := http.Header{"Authorization": {hubtest.Bearer(player)}}
	path := "/api/rooms/" + id
	for ; ctx.Err() == nil; time.Sleep(reloadPause) {
		conn, _, err := hubtest.Dial(ctx, url, id, player, "&snapshot=1")
		if err != nil {
			continue
		}
		_, _ = conn.Read(ctx)
		_ = conn.CloseNow()
		for _, ask := range []string{path, path + "/entries?limit=20"} {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+ask, nil)
			if err != nil {
				continue
			}
			req.Header = header
			if resp, err := web.Do(req); err == nil {
				_ = resp.Body.Close()
			}
		}
	}
}

// moveP99 plays otherMoves moves, and returns the time within which 99 % of them are
// acknowledged.
func moveP99(t *testing.T, url string) time.Duration {
	t.Helper()
	ana := soloist(t, url, "ana"+rand.Text()[:6]) // in a new room
	defer ana.Goodbye()
	var took []time.Duration
	begin := time.Now()
	for len(took) < otherMoves {
		solo(ana, func() {
			took = append(took, time.Since(begin))
			time.Sleep(movePause)
			begin = time.Now()
		})
		begin = time.Now()
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}
