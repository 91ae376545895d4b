package redislog

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/redislog/pubsub"
	"github.com/quatre/quatre/internal/room/storage"
)

// listener is a store that watches a room.
type listener struct {
	*Store
	told chan storage.Notice
	stop func()
}

func listen(t *testing.T, server *redistest.Server, opts ...Option) *listener {
	t.Helper()
	s, err := Open(t.Context(), server.URL(), opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	l := &listener{Store: s, told: make(chan storage.Notice, 1000)}
	l.watch(t)
	l.awaitLease(t, true)
	return l
}

func (l *listener) watch(t *testing.T) {
	t.Helper()
	stop, err := l.Watch(t.Context(), "a", func(n storage.Notice) { l.told <- n })
	if err != nil {
		t.Fatal(err)
	}
	l.stop = stop
}

// lease takes a lease on the subscription to the room.
func (l *listener) lease() pubsub.Lease {
	return l.subs[l.indexOf("a")].Lease(l.shardOf("a").channel("a"))
}

// awaitLease waits until a lease is possible (want is true) or impossible.
func (l *listener) awaitLease(t *testing.T, want bool) {
	t.Helper()
	for {
		lease := l.lease()
		lease.Release()
		if lease.Valid() == want {
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatalf("waited in vain for a change: a lease is possible: %v", !want)
		case <-time.After(time.Millisecond):
		}
	}
}

// awaitEntry waits for the notice of an entry. It skips earlier entries and Lost.
func (l *listener) awaitEntry(t *testing.T, n uint64) {
	t.Helper()
	for notice := range l.told {
		if notice.Entry != nil && notice.Entry.N == n {
			return
		}
		if !notice.Lost && (notice.Entry == nil || notice.Entry.N > n) {
			t.Fatalf("the watcher received %+v, want entry %d", notice, n)
		}
	}
}

// logBuilder seals the entries of a log, one after the other.
type logBuilder struct {
	n    uint64
	last string
}

func (g *logBuilder) next(t *testing.T) room.Entry {
	t.Helper()
	g.n++
	e, err := room.Seal(g.last, g.n, time.UnixMilli(int64(g.n)), "ana", "c", room.Moved{Seat: 1, Move: "4"})
	if err != nil {
		t.Fatal(err)
	}
	g.last = e.Digest
	return e
}

// published returns how many calls of SPUBLISH Redis has counted.
func published(t *testing.T, server *redistest.Server) int {
	t.Helper()
	stats, err := server.Do("INFO", "commandstats")
	if err != nil {
		t.Fatal(err)
	}
	_, calls, found := strings.Cut(stats, "cmdstat_spublish:calls=")
	if !found {
		return 0
	}
	n := 0
	for _, digit := range calls {
		if digit < '0' || digit > '9' {
			break
		}
		n = 10*n + int(digit-'0')
	}
	return n
}

var unchanged = room.Effects{List: room.Playing, ListUnchanged: true, DueUnchanged: true}

// TestPublishesOnlyToOtherListeners: Redis publishes an entry only if a process other
// than the writer listens.
func TestPublishesOnlyToOtherListeners(t *testing.T) {
	server := redistest.New(t)
	one := listen(t, server)
	g := &logBuilder{}
	write := func(by *listener, fx room.Effects) {
		t.Helper()
		if err := by.Append(t.Context(), "a", g.next(t), fx); err != nil {
			t.Fatal(err)
		}
	}
	for _, fx := range []room.Effects{{List: room.Playing}, unchanged, {List: room.Playing, Job: true}} {
		write(one, fx)
		one.awaitEntry(t, g.n)
	}
	if n := published(t, server); n != 1 { // the news of the job
		t.Errorf("Redis published %d messages although only the writer listens, want 1", n)
	}

	two := listen(t, server)
	for _, by := range []*listener{one, two} {
		write(by, unchanged)
		one.awaitEntry(t, g.n)
		two.awaitEntry(t, g.n)
	}
	if n := published(t, server); n != 3 {
		t.Errorf("%d messages to two listeners, want 2", n-1)
	}

	// A process that only writes, such as a worker, does not listen.
	one.stop()
	write(one, unchanged)
	two.awaitEntry(t, g.n)
}

// TestPublishesAllWithReplicas: Redis does not count the listeners of its replicas. So if Redis
// has a replica, every entry is published.
func TestPublishesAllWithReplicas(t *testing.T) {
	master, replica := redistest.New(t), redistest.New(t)
	quick := func(s *settings) { s.pingInterval = 10 * time.Millisecond }
	one := listen(t, master, quick)
	host, port, err := net.SplitHostPort(master.Addr)
	if err != nil {
		t.Fatal(err)
	}
	if reply, err := replica.Do("REPLICAOF", host, port); err != nil || reply != "+OK\r\n" {
		t.Fatalf("REPLICAOF: %q, %v", reply, err)
	}
	one.awaitLease(t, false)
	g := &logBuilder{}
	if err := one.Append(t.Context(), "a", g.next(t), unchanged); err != nil {
		t.Fatal(err)
	}
	one.awaitEntry(t, 1)
	if n := published(t, master); n != 1 {
		t.Errorf("%d messages with a replica, want 1", n)
	}
}

// TestAppendLeasesItsSubscription: two processes listen, and the writer stops listening while
// its append is under way. Redis must still publish the entry to the other process.
func TestAppendLeasesItsSubscription(t *testing.T) {
	server := redistest.New(t)
	one, two := listen(t, server), listen(t, server)
	lease := one.lease()
	if !lease.Valid() {
		t.Fatal("no lease although a watch is confirmed")
	}
	one.stop()
	e := (&logBuilder{}).next(t)
	a, err := one.newAppend("a", e, room.Effects{})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := one.batches.run(t.Context(), a.script, a.keys, append(a.args, lease.ConnChannel())...)
	if err != nil || reply != stored {
		t.Fatalf("an append with another listener: %v, %v", reply, err)
	}
	two.awaitEntry(t, 1)
	if n := listeners(t, server, a.channel.text); n != 2 {
		t.Errorf("%d processes listen during the append, want 2", n)
	}
	lease.Release()
	redistest.Await(t, "the end of the subscription", func() bool {
		return listeners(t, server, a.channel.text) == 1
	})
}

// listeners counts the subscriptions to a channel.
func listeners(t *testing.T, server *redistest.Server, channel string) int {
	t.Helper()
	reply, err := server.Do("PUBSUB", "SHARDNUMSUB", channel)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(reply[strings.LastIndexByte(reply, ':')+1:]))
	if err != nil {
		t.Fatalf("PUBSUB SHARDNUMSUB: %q", reply)
	}
	return n
}

// TestAppendReplyLost: an append is stored, but its reply does not arrive. The writer's watcher
// receives Lost, and the next lease has another channel of the connection.
func TestAppendReplyLost(t *testing.T) {
	server := redistest.New(t)
	one := listen(t, server)
	old := one.lease()
	defer old.Release()

	ctx, cancel := context.WithCancel(t.Context())
	if reply, err := server.Do("CLIENT", "PAUSE", "300", "WRITE"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("CLIENT PAUSE: %q, %v", reply, err)
	}
	g := &logBuilder{}
	e := g.next(t)
	time.AfterFunc(50*time.Millisecond, cancel)
	if err := one.Append(ctx, "a", e, unchanged); !errors.Is(err, context.Canceled) {
		t.Fatalf("an append without a reply: %v", err)
	}
	if n := <-one.told; !n.Lost {
		t.Fatalf("the watcher received %+v, want Lost", n)
	}
	entries, err := one.Read(t.Context(), "a", 0)
	for err == nil && len(entries) == 0 { // until the pause of Redis ends
		entries, err = one.Read(t.Context(), "a", 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	now := one.lease()
	for !now.Valid() { // until the connection has another channel
		now = one.lease()
	}
	if now.ConnChannel() == old.ConnChannel() {
		t.Errorf("the connection still has the channel %q", now.ConnChannel())
	}
	now.Release()
	if err := one.Append(t.Context(), "a", g.next(t), unchanged); err != nil {
		t.Fatal(err)
	}
	one.awaitEntry(t, 2)
}

// TestWatchIsToldOfAnEarlierAttempt: the first attempt at an append stores the entry, and the
// second fails. The watcher must still receive the entry.
func TestWatchIsToldOfAnEarlierAttempt(t *testing.T) {
	server := redistest.New(t)
	one := listen(t, server)
	e := (&logBuilder{}).next(t)
	a, err := one.newAppend("a", e, unchanged)
	if err != nil {
		t.Fatal(err)
	}
	lease := one.lease()
	defer lease.Release()
	if reply, err := one.batches.run(t.Context(), a.script, a.keys, append(a.args, lease.ConnChannel())...); err != nil || reply != storedUnpublished {
		t.Fatalf("the first attempt: %v, %v", reply, err)
	}
	if err := one.Append(t.Context(), "a", e, unchanged); !errors.Is(err, storage.ErrConflict) {
		t.Fatalf("the second attempt: %v, want a conflict", err)
	}
	one.awaitEntry(t, 1)
}

// TestFollowScript: Append uses follow.lua exactly if an entry changes at most the deadline.
func TestFollowScript(t *testing.T) {
	s := &Store{shards: makeShards(1)}
	s.set.clock = time.Now
	e := (&logBuilder{}).next(t)
	for _, c := range []struct {
		fx     room.Effects
		follow bool
	}{
		{unchanged, true},
		{room.Effects{List: room.Playing, ListUnchanged: true}, false}, // removes the deadline
		{room.Effects{List: room.Playing, ListUnchanged: true, Due: time.Now()}, true},
		{room.Effects{List: room.Playing, DueUnchanged: true}, false},
		{room.Effects{List: room.Playing, ListUnchanged: true, DueUnchanged: true, Job: true}, false},
		{room.Effects{ListUnchanged: true, DueUnchanged: true, Record: &room.Record{}}, false},
	} {
		a, err := s.newAppend("a", e, c.fx)
		if err != nil || (a.script == scriptFollow) != c.follow {
			t.Errorf("%+v: Append uses follow.lua: %v, error %v", c.fx, a.script == scriptFollow, err)
		}
	}
}
