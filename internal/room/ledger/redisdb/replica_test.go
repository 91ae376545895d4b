package redisdb

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

// newPair starts a server with a replica that has everything.
func newPair(t testing.TB) (master, replica *redistest.Server) {
	t.Helper()
	master, replica = redistest.New(t, "--repl-diskless-sync-delay", "0"), redistest.New(t)
	host, port, err := net.SplitHostPort(master.Addr)
	if err != nil {
		t.Fatal(err)
	}
	do(t, replica, "REPLICAOF", host, port)
	redistest.Await(t, "the replica to follow", func() bool {
		reply, err := master.Do("WAIT", "1", "1000")
		return err == nil && reply == ":1\r\n"
	})
	return master, replica
}

// openWaiting opens a database with wait=1.
func openWaiting(t testing.TB, url string, opts ...Option) *DB {
	t.Helper()
	db := open(t, url+"?wait=1", opts...)
	t.Cleanup(func() { closeDB(t, db) })
	return db
}

// hasty makes a database give up waiting for a replica soon.
func hasty(s *settings) { s.waitLimit = 20 * time.Millisecond }

// TestWaitsForAReplica: if the master has an entry and no replica has it, a database with wait=1
// does not acknowledge, publish or return the entry. A database without wait=1 does.
func TestWaitsForAReplica(t *testing.T) {
	master, replica := newPair(t)
	other := openWaiting(t, master.URL()).Shards()[0]
	impatient := openWaiting(t, master.URL(), hasty).Shards()[0]
	plainDB := open(t, master.URL())
	defer closeDB(t, plainDB)
	plain := plainDB.Shards()[0]
	entries, news := watched(t, other, "a"), watched(t, other, "news")
	w := &writer{shard: openWaiting(t, master.URL()).Shards()[0], log: "a"}
	if err := w.append(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, entries, "a 1")

	replica.Freeze(t)
	if err := (&writer{shard: plain, log: "b"}).append(t.Context()); err != nil {
		t.Errorf("an append without wait=1: got error %v", err)
	}
	second := w.batch()
	second.Do = append(second.Do, ledger.Op{Kind: ledger.Publish, Key: "news", A: "second"})
	for range 2 { // the second time the script finds the entry, and stores nothing
		if _, err := impatient.Commit(t.Context(), second); !errors.Is(err, errNoReplica) || !storage.IsAway(err) {
			t.Errorf("an append that no replica has: got error %v", err)
		}
	}
	if found, err := plain.Log(t.Context(), "a", 0, 9); err != nil || len(found) != 2 {
		t.Errorf("the master has %d entries, %v", len(found), err)
	}
	if _, err := impatient.Log(t.Context(), "a", 0, 9); !errors.Is(err, errNoReplica) {
		t.Errorf("a read of an entry that no replica has: got error %v", err)
	}

	replica.Thaw(t)
	redistest.Await(t, "the replica to follow", func() bool {
		found, err := other.Log(t.Context(), "a", 0, 9)
		return err == nil && len(found) == 2
	})
	select {
	case p := <-entries:
		t.Errorf("the watch received %q of an append with an unknown outcome", p)
	case p := <-news:
		t.Errorf("the watch received %q of a batch with an unknown outcome", p)
	default:
	}
	if err := w.read(t.Context()); err != nil {
		t.Fatal(err)
	}
	third := w.batch()
	third.Do = append(third.Do, ledger.Op{Kind: ledger.Publish, Key: "news", A: "third"})
	never := &ledger.Batch{If: w.batch().If, Do: []ledger.Op{{Kind: ledger.Publish, Key: "news", A: "never"}}}
	if failed, err := w.shard.Commit(t.Context(), third, never); err != nil || failed[0] != 0 || failed[1] != 1 {
		t.Fatal(failed, err)
	}
	if p := <-entries; p != "a 3" {
		t.Errorf("the watch received %q, want entry 3", p)
	}
	if p := <-news; p != "third" {
		t.Errorf("the watch received %q", p)
	}
}

// TestPublishesBesideADamagedBatch: with wait=1, what a call's good batches publish is sent although
// another batch of the call meets damage.
func TestPublishesBesideADamagedBatch(t *testing.T) {
	master, _ := newPair(t)
	s := openWaiting(t, master.URL()).shards[0]
	do(t, master, "SET", s.prefix+"damaged", "not a list")
	entries := watched(t, s, "good")
	if _, err := s.Commit(t.Context(), (&writer{log: "damaged"}).batch(), (&writer{log: "good"}).batch()); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("got error %v, want %v", err, storage.ErrDamaged)
	}
	await(t, entries, "good 1")
}

// TestWaitsInEverySlot: on a Cluster WAIT goes to the server of the shard.
func TestWaitsInEverySlot(t *testing.T) {
	// Only the first master has a replica.
	c := redistest.NewClusterOf(t, 2, 1)
	db, impatient := openWaiting(t, c.URL()), openWaiting(t, c.URL(), hasty)
	for i, s := range db.shards {
		by, want := s, error(nil)
		if c.Owner(c.Masters[0].Slot(t, s.prefix+"a")) != c.Masters[0] {
			by, want = impatient.shards[i], errNoReplica
		}
		if err := (&writer{shard: by, log: "a"}).append(t.Context()); !errors.Is(err, want) {
			t.Errorf("shard %s: got error %v, want %v", s.prefix, err, want)
		}
	}
}

// TestFullRedisIsRead: with wait=1, logs can be read while Redis refuses writes because its
// memory is full.
func TestFullRedisIsRead(t *testing.T) {
	master, _ := newPair(t)
	w := &writer{shard: openWaiting(t, master.URL()).Shards()[0], log: "a"}
	if err := w.append(t.Context()); err != nil {
		t.Fatal(err)
	}
	do(t, master, "CONFIG", "SET", "maxmemory", "1")
	if err := w.read(t.Context()); err != nil || w.n != 1 {
		t.Errorf("%d entries, %v", w.n, err)
	}
	if steps, err := w.shard.First(t.Context(), "lengths"); err != nil || len(steps) != 1 {
		t.Errorf("First: %v, %v", steps, err)
	}
}

// TestClusterSplitsMaster cuts the connection between a master and its replica, and makes the
// replica replace the master. With wait=1 no acknowledged entry is lost, no watcher receives an
// entry that is lost, and no entry is missing after it.
func TestClusterSplitsMaster(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 2, 2)
	db, other := openWaiting(t, c.URL()), openWaiting(t, c.URL())
	var writers []*writer
	var payloads []chan string
	for i, s := range db.shards {
		w := &writer{shard: s, log: fmt.Sprint("r", i)}
		w.appendWhenBack(t)
		writers, payloads = append(writers, w), append(payloads, watched(t, other.shards[i], w.log))
	}
	c.Masters[0].CutReplication(t)
	for i, w := range writers {
		err := w.append(t.Context())
		if cut := c.Owner(c.Masters[0].Slot(t, db.shards[i].prefix+"a")) == c.Masters[0]; cut != errors.Is(err, errNoReplica) {
			t.Errorf("shard %d: got error %v; it is cut off: %v", i, err, cut)
		}
	}
	do(t, c.Replicas[0], "CLUSTER", "FAILOVER", "TAKEOVER")
	for i, w := range writers {
		w.appendWhenBack(t)
		for {
			p := <-payloads[i]
			if p == lost {
				reader := &writer{shard: other.shards[i], log: w.log, acked: w.acked}
				redistest.Await(t, "the new master to be read", func() bool {
					err := reader.read(t.Context())
					if err != nil && !errors.Is(err, storage.ErrUnavailable) {
						t.Fatal(err)
					}
					return err == nil
				})
				break
			}
			if p == w.last {
				break
			}
			if !slices.Contains(w.acked, p) {
				t.Errorf("the watch received %q, which is not in the log %q", p, w.acked)
			}
		}
	}
}
