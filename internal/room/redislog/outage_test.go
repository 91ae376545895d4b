package redislog_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/logtest"
	"github.com/quatre/quatre/internal/room/redislog"
	"github.com/quatre/quatre/internal/room/storage"
)

// writer appends to one room. After an error it reads the log, as play.Executor does.
type writer struct {
	id    room.ID
	acked []room.Entry
	n     uint64
	last  string
}

// seal returns the next entry of w. Two attempts to append it use the same bytes.
func (w *writer) seal(t testing.TB) room.Entry {
	t.Helper()
	e, err := room.Seal(w.last, w.n+1, time.UnixMilli(1), "p", fmt.Sprint(w.n), room.Named{Seat: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (w *writer) append(t testing.TB, s storage.Store) error {
	t.Helper()
	e := w.seal(t)
	if err := s.Append(t.Context(), w.id, e, room.Effects{Due: time.UnixMilli(5), Job: true}); err != nil {
		return err
	}
	w.acked = append(w.acked, e)
	w.n, w.last = e.N, e.Digest
	return nil
}

// check reads the log, which must have all acknowledged entries. The writer goes on at its end.
func (w *writer) check(t testing.TB, s storage.Store) {
	t.Helper()
	entries, err := s.Read(t.Context(), w.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range w.acked {
		if int(e.N) > len(entries) || entries[e.N-1].Digest != e.Digest {
			t.Fatalf("room %s: entry %d was acknowledged and is not in the log", w.id, e.N)
		}
	}
	for i, e := range entries {
		if i > 0 && !e.Follows(entries[i-1].Digest) {
			t.Fatalf("room %s: entry %d does not follow the entry before it", w.id, e.N)
		}
	}
	w.n = uint64(len(entries))
	if w.n > 0 {
		w.last = entries[w.n-1].Digest
	}
}

// appendWhenBack tries to append until an attempt succeeds.
func (w *writer) appendWhenBack(t testing.TB, s storage.Store) {
	t.Helper()
	for deadline := time.Now().Add(logtest.Patience); time.Now().Before(deadline); {
		entries, err := s.Read(t.Context(), w.id, w.n)
		if err == nil {
			for _, e := range entries { // stored, though not acknowledged
				w.n, w.last = e.N, e.Digest
			}
			err = w.append(t, s)
		}
		if err == nil {
			return
		}
		if !errors.Is(err, storage.ErrUnavailable) && !errors.Is(err, storage.ErrConflict) {
			t.Fatalf("got error %v", err)
		}
	}
	t.Fatal("Redis is back, and appends still fail")
}

func TestOutage(t *testing.T) {
	server := redistest.New(t)
	s := open(t, server.URL())
	defer closeStore(t, s)

	const rooms = 8
	writers := make([]*writer, rooms)
	notices := make([]chan storage.Notice, rooms)
	for i := range writers {
		writers[i] = &writer{id: room.ID(fmt.Sprintf("r%d", i))}
		notices[i] = make(chan storage.Notice, 1<<16)
		stop, err := s.Watch(t.Context(), writers[i].id, func(n storage.Notice) { notices[i] <- n })
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
	}
	// All writers append until Redis stops.
	var wg sync.WaitGroup
	busy := make(chan struct{}, rooms)
	for _, w := range writers {
		wg.Go(func() {
			for {
				err := w.append(t, s)
				if err != nil {
					if !errors.Is(err, storage.ErrUnavailable) && !errors.Is(err, storage.ErrConflict) {
						t.Errorf("append in an outage: got error %v", err)
					}
					return
				}
				if len(w.acked) == 10 {
					busy <- struct{}{}
				}
			}
		})
	}
	for range rooms {
		<-busy
	}
	server.Stop(t)
	wg.Wait()
	for _, ch := range notices {
		awaitLost(t, ch)
	}
	logtest.EveryMethodFails(t, t.Context(), s, storage.ErrUnavailable)

	server.Restart(t)
	for i, w := range writers {
		awaitLost(t, notices[i]) // the subscription is back, so reading now misses nothing
		w.appendWhenBack(t, s)
		w.check(t, s)
		awaitEntry(t, notices[i], w.n)
	}
	if ids, err := s.Due(t.Context(), time.UnixMilli(5), 100); err != nil || len(ids) != rooms {
		t.Fatalf("%d rooms are due, error %v", len(ids), err)
	}
	if job, err := s.Take(t.Context(), "w", storage.Want{}); err != nil || job.Token == "" {
		t.Fatalf("Take: %+v, %v", job, err)
	}
}

func awaitLost(t testing.TB, ch <-chan storage.Notice) {
	t.Helper()
	timeout := time.After(logtest.Patience)
	for {
		select {
		case n := <-ch:
			if n.Lost {
				return
			}
		case <-timeout:
			t.Fatal("the watch received no Lost notice")
		}
	}
}

// awaitEntry waits until the watch receives entry n or Lost. A watch receives Lost once more
// when it has connected again.
func awaitEntry(t testing.TB, ch <-chan storage.Notice, n uint64) {
	t.Helper()
	timeout := time.After(logtest.Patience)
	for {
		select {
		case got := <-ch:
			if got.Lost || got.Entry != nil && got.Entry.N == n {
				return
			}
		case <-timeout:
			t.Fatalf("the watch received neither entry %d nor Lost", n)
		}
	}
}

func TestOpenWhileRedisIsAway(t *testing.T) {
	server := redistest.New(t)
	server.Stop(t)
	if _, err := redislog.Open(t.Context(), server.URL()); !errors.Is(err, storage.ErrUnavailable) {
		t.Fatalf("got error %v, want %v", err, storage.ErrUnavailable)
	}
}

// TestRefusals makes Redis refuse writes for a while. Then appends succeed again.
func TestRefusals(t *testing.T) {
	server := redistest.New(t)
	s := open(t, server.URL())
	defer closeStore(t, s)
	w := &writer{id: "a"}
	for _, c := range []struct{ name, setting, bad, good string }{
		{"OOM", "maxmemory", "1", "0"},
		{"NOREPLICAS", "min-replicas-to-write", "3", "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			do(t, server, "CONFIG", "SET", c.setting, c.bad)
			if err := w.append(t, s); !errors.Is(err, storage.ErrUnavailable) {
				t.Errorf("got error %v, want %v", err, storage.ErrUnavailable)
			}
			do(t, server, "CONFIG", "SET", c.setting, c.good)
			w.check(t, s) // nothing was stored, so the next entry has the same number
			if err := w.append(t, s); err != nil {
				t.Errorf("got error %v afterwards", err)
			}
		})
	}
}

// TestForgottenScripts has the server forget all scripts while calls use them.
func TestForgottenScripts(t *testing.T) {
	server := redistest.New(t)
	s := open(t, server.URL())
	defer closeStore(t, s)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			w := &writer{id: room.ID(fmt.Sprintf("r%d", i))}
			for range 20 {
				if err := w.append(t, s); err != nil {
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
	if job, err := s.Take(t.Context(), "w", storage.Want{}); err != nil || job.Token == "" {
		t.Fatalf("Take: %+v, %v", job, err)
	}
}

// TestContextEndsWhileRedisIsSlow ends a context while Redis does not answer.
func TestContextEndsWhileRedisIsSlow(t *testing.T) {
	server := redistest.New(t)
	s := open(t, server.URL())
	defer closeStore(t, s)
	w := &writer{id: "a"}
	do(t, server, "CLIENT", "PAUSE", "60000", "WRITE")
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		e, _ := room.Seal("", 1, time.UnixMilli(1), "p", "x", room.Named{Seat: 1})
		failed <- s.Append(ctx, "a", e, room.Effects{})
	}()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
	do(t, server, "CLIENT", "UNPAUSE")
	w.appendWhenBack(t, s)
	w.check(t, s)
}

// do sends a command to Redis, which must reply OK.
func do(t testing.TB, server *redistest.Server, words ...string) {
	t.Helper()
	if reply, err := server.Do(words...); err != nil || reply != "+OK\r\n" {
		t.Fatalf("%v: %q, %v", words, reply, err)
	}
}
