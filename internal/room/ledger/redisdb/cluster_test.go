package redisdb

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/storage"
)

// busy appends to logs until it is stopped, each writer up to 500 times a second. Errors of an
// outage make a writer read its log.
type busy struct {
	t       *testing.T
	stopped atomic.Bool
	wg      sync.WaitGroup
	counts  []atomic.Int64 // of acknowledged entries, by writer
}

func keepBusy(t *testing.T, writers []*writer) *busy {
	b := &busy{t: t, counts: make([]atomic.Int64, len(writers))}
	for i, w := range writers {
		b.wg.Go(func() {
			for !b.stopped.Load() {
				err := w.append(t.Context())
				if err == nil {
					b.counts[i].Add(1)
					time.Sleep(2 * time.Millisecond) // leave the processor to the tests beside this one
					continue
				}
				if !errors.Is(err, storage.ErrUnavailable) && !errors.Is(err, errFailed) {
					t.Errorf("%s: got error %v", w.log, err)
					return
				}
				if err := w.read(t.Context()); err != nil && !errors.Is(err, storage.ErrUnavailable) {
					t.Error(err)
					return
				}
			}
		})
	}
	t.Cleanup(b.stop)
	return b
}

func (b *busy) stop() {
	b.stopped.Store(true)
	b.wg.Wait()
}

// progress waits until the writers have appended some entries.
func (b *busy) progress(when string, writers []int) {
	b.t.Helper()
	const enough = 20
	before := make(map[int]int64)
	for _, i := range writers {
		before[i] = b.counts[i].Load()
	}
	redistest.Await(b.t, "appends "+when, func() bool {
		return !slices.ContainsFunc(writers, func(i int) bool { return b.counts[i].Load() < before[i]+enough })
	})
}

// TestClusterMovesSlot moves a slot with many logs between two masters while all shards are busy.
// The others go on meanwhile, no entry is lost or appears twice, and the watches of the slot learn
// that payloads may be missing.
func TestClusterMovesSlot(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 0)
	db := open(t, c.URL())
	t.Cleanup(func() { closeDB(t, db) })
	var writers []*writer
	var moved, others, all []int
	for i, s := range db.shards {
		for k := range 5 {
			if i == 3 {
				moved = append(moved, len(writers))
			} else {
				others = append(others, len(writers))
			}
			all = append(all, len(writers))
			writers = append(writers, &writer{shard: s, log: fmt.Sprint("r", i, "-", k)})
		}
	}
	payloads := watched(t, db.shards[3], "quiet")
	b := keepBusy(t, writers)
	b.progress("before", all)
	for i := range 40 { // the slot has more keys than one step moves
		(&writer{shard: db.shards[3], log: fmt.Sprint("more", i)}).appendWhenBack(t)
	}
	slot := c.Masters[0].Slot(t, db.shards[3].prefix)
	from, to := c.Owner(slot), c.Masters[0]
	if to == from {
		to = c.Masters[1]
	}
	c.MoveSlot(t, slot, from, to, func() { b.progress("halfway", others) })
	b.progress("after", append(moved, others...))
	await(t, payloads, lost)
	b.stop()
	checkLogs(t, writers)
}

// TestClusterLosesMaster kills a master while all shards are busy. The replica replaces it, and the
// shards on the other masters go on meanwhile.
func TestClusterLosesMaster(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 1)
	db := open(t, c.URL())
	t.Cleanup(func() { closeDB(t, db) })
	var writers []*writer
	var others, all []int
	var payloads []chan string
	for i, s := range db.shards {
		if c.Owner(c.Masters[0].Slot(t, s.prefix)) == c.Masters[0] {
			payloads = append(payloads, watched(t, s, "quiet"))
		} else {
			others = append(others, i)
		}
		all = append(all, i)
		writers = append(writers, &writer{shard: s, log: fmt.Sprint("r", i)})
	}
	b := keepBusy(t, writers)
	b.progress("before", all)
	b.stop()
	awaitReplica(t, c.Masters[0])
	c.Masters[0].Stop(t)
	b = keepBusy(t, writers)
	b.progress("without a master", others)
	b.progress("after", all)
	for _, ch := range payloads {
		await(t, ch, lost)
		await(t, ch, lost)
	}
	b.stop()
	checkLogs(t, writers)
}

// TestMasterHangs freezes one of three masters, which still accepts connections. All calls to its
// shards fail, and the other shards go on meanwhile.
func TestMasterHangs(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 0)
	db := open(t, c.URL())
	t.Cleanup(func() { closeDB(t, db) })
	var writers, hanging []*writer
	var others []int
	for i, s := range db.shards {
		writers = append(writers, &writer{shard: s, log: fmt.Sprint("r", i)})
		if c.Owner(c.Masters[0].Slot(t, s.prefix)) == c.Masters[0] {
			hanging = append(hanging, writers[i])
		} else {
			others = append(others, i)
		}
	}
	b := keepBusy(t, writers)
	b.progress("before", others)
	c.Masters[0].Freeze(t)
	var wg sync.WaitGroup
	for _, w := range hanging {
		wg.Go(func() { everyMethodFails(t, w.shard, storage.ErrUnavailable) })
	}
	b.progress("without a master", others)
	wg.Wait()
	b.progress("after its calls have failed", others)
	c.Masters[0].Thaw(t)
	b.stop()
	for _, w := range hanging {
		w.appendWhenBack(t)
	}
	checkLogs(t, writers)
}

// TestSentinelLosesMaster kills a single master, whose replica a Sentinel promotes.
func TestSentinelLosesMaster(t *testing.T) {
	t.Parallel()
	master, replica := newPair(t)
	sentinel := redistest.NewSentinel(t, "main", master)
	do(t, sentinel, "SENTINEL", "SET", "main", "down-after-milliseconds", "500")
	redistest.Await(t, "Sentinel to know the replica", func() bool {
		reply, err := sentinel.Do("SENTINEL", "REPLICAS", "main")
		return err == nil && strings.Contains(reply, replica.Addr) && strings.Contains(reply, "\r\nmaster-link-status\r\n$2\r\nok\r\n")
	})
	db := open(t, "redis+sentinel://"+sentinel.Addr+"/main")
	t.Cleanup(func() { closeDB(t, db) })
	payloads := watched(t, db.Shards()[0], "quiet")
	writers := []*writer{{shard: db.Shards()[0], log: "a"}, {shard: db.Shards()[0], log: "b"}}
	b := keepBusy(t, writers)
	b.progress("before", []int{0, 1})
	b.stop()
	awaitReplica(t, master)
	master.Stop(t)
	b = keepBusy(t, writers)
	b.progress("after", []int{0, 1})
	for range 2 {
		await(t, payloads, lost)
	}
	b.stop()
	checkLogs(t, writers)
}

// awaitReplica waits until the replica has what the master has.
func awaitReplica(t *testing.T, master *redistest.Server) {
	t.Helper()
	redistest.Await(t, "the replica to have everything", func() bool {
		info, err := master.Do("INFO", "replication")
		_, after, _ := strings.Cut(info, "\r\nmaster_repl_offset:")
		offset, _, _ := strings.Cut(after, "\r\n")
		return err == nil && strings.Contains(info, "state=online,offset="+offset+",")
	})
}

// checkLogs reads the logs, whose entries must be numbered without gap.
func checkLogs(t *testing.T, writers []*writer) {
	t.Helper()
	for _, w := range writers {
		if err := w.read(t.Context()); err != nil {
			t.Error(err)
		}
		for i, e := range w.acked {
			if e != fmt.Sprint(w.log, " ", i+1) {
				t.Fatalf("entry %d of %s is %q", i+1, w.log, e)
			}
		}
	}
}
