package redislog

import (
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
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
	if reply, err := replica.Do("REPLICAOF", host, port); err != nil || reply != "+OK\r\n" {
		t.Fatalf("REPLICAOF: %q, %v", reply, err)
	}
	redistest.Await(t, "the replica to follow", func() bool {
		reply, err := master.Do("WAIT", "1", "1000")
		return err == nil && reply == ":1\r\n"
	})
	return master, replica
}

// openWaiting opens a store with wait=1.
func openWaiting(t testing.TB, url string, opts ...Option) *Store {
	t.Helper()
	s, err := Open(t.Context(), url+"?wait=1", opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// hasty makes a store give up waiting for a replica soon.
func hasty(s *settings) { s.waitLimit = 20 * time.Millisecond }

// TestWaitsForAReplica: if the master has an entry and no replica has it, a store with wait=1 does
// not acknowledge, publish or return the entry. A store without wait=1 does.
func TestWaitsForAReplica(t *testing.T) {
	master, replica := newPair(t)
	waiting, other := openWaiting(t, master.URL()), openWaiting(t, master.URL())
	impatient := openWaiting(t, master.URL(), hasty)
	plain, err := Open(t.Context(), master.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	notices := make(chan storage.Notice, 100)
	if _, err := other.Watch(t.Context(), "a", func(n storage.Notice) { notices <- n }); err != nil {
		t.Fatal(err)
	}
	g := &logBuilder{}
	first := g.next(t)
	if err := waiting.Append(t.Context(), "a", first, unchanged); err != nil {
		t.Fatal(err)
	}
	if n := <-notices; n.Entry == nil || n.Entry.N != 1 {
		t.Fatalf("the watch received %+v, want entry 1", n)
	}

	replica.Freeze(t)
	second := g.next(t)
	if err := plain.Append(t.Context(), "b", (&logBuilder{}).next(t), unchanged); err != nil {
		t.Errorf("an append without wait=1: got error %v", err)
	}
	for range 2 { // the second time the script finds the entry, and stores nothing
		if err := impatient.Append(t.Context(), "a", second, unchanged); !errors.Is(err, errNoReplica) || !storage.IsAway(err) {
			t.Errorf("an append that no replica has: got error %v", err)
		}
	}
	if entries, err := plain.Read(t.Context(), "a", 0); err != nil || len(entries) != 2 {
		t.Errorf("the master has %d entries, %v", len(entries), err)
	}
	if _, err := impatient.Read(t.Context(), "a", 0); !errors.Is(err, errNoReplica) {
		t.Errorf("a read of an entry that no replica has: got error %v", err)
	}
	if _, _, err := impatient.Tail(t.Context(), "a"); !errors.Is(err, errNoReplica) {
		t.Errorf("Tail with an entry that no replica has: got error %v", err)
	}
	if _, err := impatient.Heartbeat(t.Context(), "hub"); !errors.Is(err, errNoReplica) {
		t.Errorf("a heartbeat that no replica has: got error %v", err)
	}
	if err := impatient.Touch(t.Context(), "a", 2, room.Effects{List: room.Playing}); err != nil {
		t.Errorf("Touch, which waits for no replica: got error %v", err)
	}

	replica.Thaw(t)
	redistest.Await(t, "the replica to follow", func() bool {
		entries, err := other.Read(t.Context(), "a", 0)
		return err == nil && len(entries) == 2
	})
	select {
	case n := <-notices:
		t.Errorf("the watch received %+v of an append with an unknown outcome", n)
	default:
	}
	if err := waiting.Append(t.Context(), "a", g.next(t), unchanged); err != nil {
		t.Fatal(err)
	}
	if n := <-notices; n.Entry == nil || n.Entry.N != 3 {
		t.Fatalf("the watch received %+v, want entry 3", n)
	}
}

// TestWaitsInEverySlot: on a Cluster WAIT goes to the server of the room.
func TestWaitsInEverySlot(t *testing.T) {
	// Only the first master has a replica.
	c := redistest.NewClusterOf(t, 2, 1)
	s, impatient := openWaiting(t, c.URL()), openWaiting(t, c.URL(), hasty)
	for _, p := range s.shards {
		id := room.ID("a")
		for s.shardOf(id) != p {
			id += "a"
		}
		by, want := s, error(nil)
		if c.Owner(c.Masters[0].Slot(t, p.log(id))) != c.Masters[0] {
			by, want = impatient, errNoReplica
		}
		if err := by.Append(t.Context(), id, (&logBuilder{}).next(t), unchanged); !errors.Is(err, want) {
			t.Errorf("shard %s: got error %v, want %v", p, err, want)
		}
	}
}

// TestFullRedisIsRead: with wait=1, rooms can be read while Redis refuses writes because its
// memory is full.
func TestFullRedisIsRead(t *testing.T) {
	master, _ := newPair(t)
	s := openWaiting(t, master.URL())
	if err := s.Append(t.Context(), "a", (&logBuilder{}).next(t), unchanged); err != nil {
		t.Fatal(err)
	}
	if reply, err := master.Do("CONFIG", "SET", "maxmemory", "1"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("CONFIG SET: %q, %v", reply, err)
	}
	if entries, err := s.Read(t.Context(), "a", 0); err != nil || len(entries) != 1 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

// BenchmarkWait appends with 1 writer, and then with 64 writers, to a master with a replica on this
// machine, without and with wait=1. It reports the time of an append, the appends per second, and
// how many times longer an append takes with wait=1.
func BenchmarkWait(b *testing.B) {
	for _, fsync := range []string{"always", "everysec"} {
		for _, writers := range []int{1, benchWriters} {
			b.Run(fmt.Sprintf("%s/writers=%d", fsync, writers), func(b *testing.B) { benchmarkWait(b, fsync, writers) })
		}
	}
}

func benchmarkWait(b *testing.B, fsync string, writers int) {
	master, replica := newPair(b)
	for _, s := range []*redistest.Server{master, replica} {
		if reply, err := s.Do("CONFIG", "SET", "appendfsync", fsync); err != nil || reply != "+OK\r\n" {
			b.Fatalf("CONFIG SET: %q, %v", reply, err)
		}
	}
	plain, err := Open(b.Context(), master.URL())
	if err != nil {
		b.Fatal(err)
	}
	defer plain.Close()
	waiting := openWaiting(b, master.URL())
	var without, with time.Duration
	round := 0
	for b.Loop() {
		round++
		without += appendAll(b, fmt.Sprintf("without-%d", round), writers, plain.Append)
		with += appendAll(b, fmt.Sprintf("with-%d", round), writers, waiting.Append)
	}
	each := float64(round * benchAppends)
	b.ReportMetric(float64(without.Microseconds())/each, "µs/append")
	b.ReportMetric(float64(with.Microseconds())/each, "µs/append-wait")
	b.ReportMetric(float64(writers)*each/without.Seconds(), "appends/s")
	b.ReportMetric(float64(writers)*each/with.Seconds(), "appends/s-wait")
	b.ReportMetric(float64(with)/float64(without), "times-as-long")
}
