package chaos

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
)

const (
	leakPairs   = 8   // pairs of players that play at the same time
	warmupRooms = 200 // rooms that are played before the first measurement

	// leakExpiry is added for each room to the time limit in which all rooms must end. A
	// hub sweeps 100 rooms every 250 ms.
	leakExpiry = 10 * time.Millisecond

	// Tolerances, because pools and maps keep some memory after a load.
	maxHeapRatio    = 1.5 // max ratio of the heap after the load to the heap before
	extraGoroutines = 20  // max number of additional goroutines
)

// TestLeak opens, plays and leaves many rooms. Afterwards the hub uses as many goroutines
// and as much memory as before, and Redis holds the records of the games but no room.
func TestLeak(t *testing.T) {
	t.Parallel()
	redis := redistest.New(t, "--appendfsync", "no")
	h := newHub(t, redis.URL(), "-workers", "0", "-retention", "1s")
	opened, acked := 0, 0
	playMore := func(prefix string, n int) {
		t.Helper()
		acked += playRooms(t, h, prefix, n)
		opened += n
	}
	awaitExpiry := func() {
		t.Helper()
		limit := patience + time.Duration(opened)*leakExpiry
		awaitFor(t, limit, "the rooms to be left", func() bool { return h.metric("quatre_hub_rooms_open") == 0 && occupiedRooms(t, redis) == 0 })
		awaitFor(t, limit, "the logs to expire", func() bool { return countKeys(t, redis, "*log:*") == 0 })
		if n := evalNumber(t, redis, "return redis.call('HLEN', ARGV[1])", "quatre:{s00}:games"); n != opened {
			t.Errorf("Redis has %d records, want %d", n, opened)
		}
	}

	playMore("warm", warmupRooms)
	awaitExpiry()
	goroutines, heap, others := h.metric("go_goroutines"), h.metric("go_memstats_next_gc_bytes"), remainingKeys(t, redis)
	playMore("r", *rooms)
	awaitExpiry()
	await(t, "the goroutines to end", func() bool { return h.metric("go_goroutines") <= goroutines+extraGoroutines })
	// The heap is measured after a garbage collection, which starts when the heap has
	// doubled. A few more rooms, one at a time, cause it.
	n := 0
	awaitFor(t, 2*patience, "the memory to be free", func() bool {
		if h.metric("go_memstats_next_gc_bytes") <= maxHeapRatio*heap {
			return true
		}
		n++
		playMore(fmt.Sprintf("more%d-", n), 1)
		return false
	})
	awaitExpiry()
	if n := remainingKeys(t, redis); n > others {
		t.Errorf("Redis has %d keys that are neither logs nor records, want at most %d", n, others)
	}
	table.add(t, row{faults: *rooms, acked: acked, detail: fmt.Sprintf(
		"rooms left behind; goroutines %.0f before, %.0f after; next collection at %.1f MB, %.1f MB",
		goroutines, h.metric("go_goroutines"), heap/1e6, h.metric("go_memstats_next_gc_bytes")/1e6,
	)})
}

// playRooms opens rooms, plays a game in each and leaves it. It returns the number of
// acknowledged commands.
func playRooms(t *testing.T, h *hub, prefix string, n int) int {
	t.Helper()
	var next, acked atomic.Int64
	var work sync.WaitGroup
	for range leakPairs {
		work.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				k, err := playRoom(t, h, fmt.Sprintf("%s%d", prefix, i))
				acked.Add(int64(k))
				if err != nil {
					t.Errorf("room %d: %v", i, err)
					return
				}
			}
		})
	}
	work.Wait()
	return int(acked.Load())
}

// playRoom opens a room, plays a game that the first player wins in the fourth column, and
// leaves.
func playRoom(t *testing.T, h *hub, name string) (acked int, err error) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	url := "http://" + h.addr
	first, second := hubtest.NewClient(t, nil, "a"+name), hubtest.NewClient(t, nil, "b"+name)
	room, err := hubtest.Create(ctx, url, first.Player, nil)
	if err != nil {
		return 0, err
	}
	defer func() { acked = 1 + len(first.Acked) + len(second.Acked) }()
	for _, c := range []*hubtest.Client{first, second} {
		c.Room = room
		if err := c.Connect(ctx, url); err != nil {
			return 0, err
		}
		defer c.Goodbye()
	}
	if err := do(ctx, second, "sit", nil); err != nil {
		return 0, err
	}
	for i, column := range "4343434" {
		c, other := first, second
		if i%2 == 1 {
			c, other = second, first
		}
		if err := c.CatchUp(ctx, other.N()); err != nil {
			return 0, err
		}
		if err := do(ctx, c, "move", object{"move": string(column)}); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// do sends a command. It returns an error if the hub refuses the command.
func do(ctx context.Context, c *hubtest.Client, kind string, more object) error {
	m, err := c.Send(ctx, kind, more)
	if err == nil && m.T != "ok" {
		err = fmt.Errorf("%s %v is refused with code %s", kind, more, m.Code)
	}
	return err
}

// countKeys counts the keys of Redis that match a pattern.
func countKeys(t *testing.T, r *redistest.Server, pattern string) int {
	t.Helper()
	return evalNumber(t, r, "return #redis.call('KEYS', ARGV[1])", pattern)
}

// occupiedRooms counts the rooms in which hubs have announced somebody. Each hub has a set of them.
func occupiedRooms(t *testing.T, r *redistest.Server) int {
	t.Helper()
	return evalNumber(t, r, `local n = 0
		for _, k in ipairs(redis.call('KEYS', ARGV[1])) do n = n + redis.call('ZCARD', k) end
		return n`, "*held:*")
}

// evalNumber runs a script with one argument and returns the number that it returns.
func evalNumber(t *testing.T, r *redistest.Server, script, arg string) int {
	t.Helper()
	reply, err := r.Do("EVAL", script, "0", arg)
	n, bad := strconv.Atoi(strings.Trim(reply, ":\r\n"))
	if err != nil || bad != nil {
		t.Fatalf("%s: %q, %v", script, reply, err)
	}
	return n
}

// remainingKeys counts the keys that belong neither to a log nor to the archive.
func remainingKeys(t *testing.T, r *redistest.Server) int {
	t.Helper()
	return countKeys(t, r, "*") - countKeys(t, r, "*log:*") - countKeys(t, r, "*games*")
}
