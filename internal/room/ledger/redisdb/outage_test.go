package redisdb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

func TestOutage(t *testing.T) {
	server := redistest.New(t)
	db := open(t, server.URL())
	t.Cleanup(func() { closeDB(t, db) })
	d := db.Shards()[0]
	writers, payloads := make([]*writer, 8), make([]chan string, 8)
	for i := range writers {
		writers[i] = &writer{shard: d, log: fmt.Sprint("r", i)}
		payloads[i] = watched(t, d, writers[i].log)
	}
	// All writers append until Redis stops.
	var wg sync.WaitGroup
	busy := make(chan struct{}, len(writers))
	for _, w := range writers {
		wg.Go(func() {
			for {
				if err := w.append(t.Context()); err != nil {
					if !errors.Is(err, storage.ErrUnavailable) && !errors.Is(err, errFailed) {
						t.Errorf("append in an outage: got error %v", err)
					}
					return
				}
				if w.n == 10 {
					busy <- struct{}{}
				}
			}
		})
	}
	for range writers {
		<-busy
	}
	server.Stop(t)
	wg.Wait()
	for _, ch := range payloads {
		await(t, ch, lost)
	}
	everyMethodFails(t, d, storage.ErrUnavailable)

	server.Restart(t)
	for i, w := range writers {
		await(t, payloads[i], lost) // the subscription is back, so reading now misses nothing
		w.appendWhenBack(t)
		await(t, payloads[i], w.last)
	}
}

func TestOpenWhileRedisIsAway(t *testing.T) {
	server := redistest.New(t)
	server.Stop(t)
	if _, err := Open(t.Context(), server.URL()); !errors.Is(err, storage.ErrUnavailable) {
		t.Fatalf("got error %v, want %v", err, storage.ErrUnavailable)
	}
}

// TestRefusals makes Redis refuse writes for a while. Then appends succeed again.
func TestRefusals(t *testing.T) {
	server := redistest.New(t)
	db := open(t, server.URL())
	defer closeDB(t, db)
	w := &writer{shard: db.Shards()[0], log: "a"}
	host, port, _ := strings.Cut(redistest.New(t).Addr, ":")
	for _, c := range []struct {
		name      string
		bad, good []string
	}{
		{"OOM", []string{"CONFIG", "SET", "maxmemory", "1"}, []string{"CONFIG", "SET", "maxmemory", "0"}},
		{"NOREPLICAS", []string{"CONFIG", "SET", "min-replicas-to-write", "3"}, []string{"CONFIG", "SET", "min-replicas-to-write", "0"}},
		{"NOPERM", []string{"ACL", "SETUSER", "default", "-rpush"}, []string{"ACL", "SETUSER", "default", "+rpush"}},
		{"READONLY", []string{"REPLICAOF", host, port}, []string{"REPLICAOF", "NO", "ONE"}}, // last: it empties the server
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := w.append(t.Context()); err != nil {
				t.Fatal(err)
			}
			do(t, server, c.bad...)
			if err := w.append(t.Context()); !errors.Is(err, storage.ErrUnavailable) {
				t.Errorf("got error %v, want %v", err, storage.ErrUnavailable)
			}
			do(t, server, c.good...)
			if c.name == "READONLY" {
				return
			}
			n := w.n
			if err := w.read(t.Context()); err != nil || w.n != n {
				t.Errorf("%d entries, want %d, %v", w.n, n, err)
			}
		})
	}
}

// TestPasswordIsWrong gives Redis another password. Every method fails as for a database that is
// away. No method mistakes a command that was never sent for one that returned nothing.
func TestPasswordIsWrong(t *testing.T) {
	for _, option := range []string{"", "?wait=1"} {
		server := redistest.New(t, "--user", "quatre", "on", ">one", "~*", "&*", "+@all")
		db := open(t, strings.Replace(server.URL(), "://", "://quatre:one@", 1)+option)
		defer closeDB(t, db)
		for _, words := range [][]string{{"ACL", "SETUSER", "quatre", "resetpass", ">two"}, {"CLIENT", "KILL", "USER", "quatre"}} {
			command(t, server, words...)
		}
		everyMethodFails(t, db.Shards()[0], storage.ErrUnavailable)
	}
}

// TestForgottenScripts has the server forget all scripts while calls use them.
func TestForgottenScripts(t *testing.T) {
	server := redistest.New(t)
	db := open(t, server.URL())
	defer closeDB(t, db)
	d := db.Shards()[0]
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			w := &writer{shard: d, log: fmt.Sprint("r", i)}
			for range 20 {
				if err := w.append(t.Context()); err != nil {
					t.Errorf("append: %v", err)
				}
			}
		})
	}
	for range 10 {
		do(t, server, "SCRIPT", "FLUSH")
	}
	wg.Wait()
	do(t, server, "SCRIPT", "FLUSH")
	if steps, err := d.First(t.Context(), "lengths"); err != nil || len(steps) != 1 {
		t.Fatalf("First: %v, %v", steps, err)
	}
}

// TestContextEndsWhileRedisIsSlow ends contexts while Redis does not answer. A batch that has not
// been sent is never carried out.
func TestContextEndsWhileRedisIsSlow(t *testing.T) {
	server := redistest.New(t)
	db := open(t, server.URL())
	defer closeDB(t, db)
	s := db.shards[0]
	do(t, server, "CLIENT", "PAUSE", "60000", "WRITE")
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 2)
	appendTo := func(log string) { failed <- (&writer{shard: s, log: log}).append(ctx) }
	waiting := func(sending bool, n int) func() bool {
		return func() bool {
			calls, running := s.groups.Waiting()
			return running == sending && calls == n
		}
	}
	go appendTo("sent")
	redistest.Await(t, "a batch to be sent", waiting(true, 0))
	go appendTo("unsent")
	redistest.Await(t, "a batch to wait", waiting(true, 1))
	cancel()
	for range 2 {
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("got error %v, want %v", err, context.Canceled)
		}
	}
	do(t, server, "CLIENT", "UNPAUSE")
	redistest.Await(t, "the sender to end", waiting(false, 0))
	if n, err := s.Lengths(t.Context(), []string{"sent", "unsent"}); err != nil || n[1] != 0 {
		t.Errorf("lengths %v, %v", n, err)
	}
	w := &writer{shard: s, log: "sent"}
	w.appendWhenBack(t)
}

// TestSilentConnectionIsBroken pauses Redis while all connections stay open.
func TestSilentConnectionIsBroken(t *testing.T) {
	server := redistest.New(t)
	impatient := func(s *settings) { s.pingInterval, s.silenceLimit = 5*time.Millisecond, 100*time.Millisecond }
	db := open(t, server.URL(), impatient)
	t.Cleanup(func() { closeDB(t, db) })
	payloads := watched(t, db.Shards()[0], "a")
	do(t, server, "CLIENT", "PAUSE", "500", "ALL")
	for range 2 { // when the pause is noticed, and when the subscription is back
		if p := <-payloads; p != lost {
			t.Fatalf("the watch received %q", p)
		}
	}
	w := &writer{shard: db.Shards()[0], log: "a"}
	w.appendWhenBack(t)
	await(t, payloads, "a 1")
}

// Batches that share a call are carried out or refused one by one: neither a damaged key nor a
// condition that does not hold keeps the others from being carried out.
func TestBatchesFailAlone(t *testing.T) {
	server := redistest.New(t)
	db := open(t, server.URL())
	defer closeDB(t, db)
	s := db.shards[0]
	do(t, server, "SET", s.prefix+"damaged", "not a list")
	do(t, server, "CLIENT", "PAUSE", "60000", "WRITE")
	type result struct {
		failed []int
		err    error
	}
	results := map[string]chan result{}
	for i, name := range []string{"first", "damaged", "good", "good again", "other"} { // all but the first share a call
		log, _, _ := strings.Cut(name, " ")
		done := make(chan result, 1)
		results[name] = done
		go func() {
			failed, err := s.Commit(t.Context(), (&writer{log: log}).batch())
			done <- result{failed, err}
		}()
		redistest.Await(t, "a batch to wait", func() bool {
			n, running := s.groups.Waiting()
			return n == i && running
		})
	}
	do(t, server, "CLIENT", "UNPAUSE")
	if r := <-results["damaged"]; !errors.Is(r.err, storage.ErrDamaged) {
		t.Errorf("the append to a damaged log: got error %v, want %v", r.err, storage.ErrDamaged)
	}
	for name, want := range map[string]int{"first": 0, "good": 0, "good again": 1, "other": 0} {
		if r := <-results[name]; r.err != nil || r.failed[0] != want {
			t.Errorf("append to %s: condition %v, error %v, want condition %d", name, r.failed, r.err, want)
		}
	}
}

// TestLoading restarts a server that takes seconds to load its data. Until it has, calls fail with
// storage.ErrUnavailable.
func TestLoading(t *testing.T) {
	t.Parallel()
	server := redistest.New(t, "--key-load-delay", "300") // microseconds for each command; a loading server answers after 1024 of them
	db := open(t, server.URL())
	t.Cleanup(func() { closeDB(t, db) })
	d := db.Shards()[0]
	b := new(ledger.Batch)
	for i := range 6000 {
		b.Do = append(b.Do, ledger.Op{Kind: ledger.SetField, Key: "hash", A: strconv.Itoa(i), B: "1"})
	}
	if _, err := d.Commit(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	server.Stop(t)
	loaded := make(chan struct{})
	go func() {
		defer close(loaded)
		server.Restart(t)
	}()
	loading := false
	for running := true; running; {
		_, err := d.Fields(t.Context(), "hash", "0")
		if err != nil && !errors.Is(err, storage.ErrUnavailable) {
			t.Errorf("got error %v", err)
		}
		loading = loading || err != nil && strings.Contains(err.Error(), "LOADING")
		select {
		case <-loaded:
			running = false
		case <-time.After(10 * time.Millisecond):
		}
	}
	if !loading {
		t.Error("no call was refused with LOADING")
	}
	if values, err := d.Fields(t.Context(), "hash", "5999"); err != nil || values[0] != "1" {
		t.Errorf("%q, error %v", values, err)
	}
}
