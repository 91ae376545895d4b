package redislog_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/faultproxy"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestScriptReplyLost breaks the connection after a script has stored something and before its
// reply arrives. go-redis sends the script again, and the second run finds everything stored.
func TestScriptReplyLost(t *testing.T) {
	ended := func(id room.ID) room.Record {
		return room.Record{Room: id, Game: 1, Ended: time.UnixMilli(7).UTC()}
	}
	for _, c := range []struct {
		name  string
		begin func(w *writer, s storage.Store) error // prepares the room; may be nil
		do    func(w *writer, s storage.Store) error
	}{
		{"follow", nil, func(w *writer, s storage.Store) error {
			return s.Append(t.Context(), w.id, w.seal(t), room.Effects{ListUnchanged: true, DueUnchanged: true})
		}},
		{"append", nil, func(w *writer, s storage.Store) error {
			r := ended(w.id)
			return s.Append(t.Context(), w.id, w.seal(t), room.Effects{List: room.Playing, Job: true, Record: &r})
		}},
		{"reply", nil, func(w *writer, s storage.Store) error {
			fx := room.Effects{List: room.Playing, Job: true}
			_, err := s.Reply(t.Context(), w.seal(t), fx, storage.Answered{Worker: "w", Job: storage.Job{Room: w.id}, Next: new(storage.Want)})
			return err
		}},
		{"restore", nil, func(w *writer, s storage.Store) error {
			r := ended(w.id)
			return s.Restore(t.Context(), w.id, []room.Entry{w.seal(t)}, room.Effects{Job: true, Record: &r})
		}},
		{"add a game", nil, func(w *writer, s storage.Store) error { return s.AddGame(t.Context(), ended(w.id)) }},
		{"delete", func(w *writer, s storage.Store) error { return w.append(t, s) }, func(w *writer, s storage.Store) error {
			return s.Delete(t.Context(), w.id, w.n)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := redistest.New(t)
			direct := open(t, server.URL())
			a, other := &writer{id: "a"}, &writer{id: "b"}
			for _, w := range []*writer{a, other} {
				if c.begin != nil {
					if err := c.begin(w, direct); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := c.do(other, direct); err != nil { // so that Redis knows the script
				t.Fatal(err)
			}
			jobs, err := direct.Backlog(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			closeStore(t, direct)

			err = withReplyLost(t, server, func(s storage.Store) error { return c.do(a, s) })
			if err != nil {
				t.Fatalf("got error %v", err)
			}
			s := open(t, server.URL())
			defer closeStore(t, s)
			if c.begin == nil {
				if n, err := s.Backlog(t.Context()); err != nil || n != 2*jobs {
					t.Errorf("%d jobs, want %d, error %v", n, 2*jobs, err)
				}
			}
			// Another process that sends the same script once gets a conflict, whether or not
			// Redis knows the script.
			for _, known := range []bool{true, false} {
				if !known {
					do(t, server, "SCRIPT", "FLUSH")
				}
				if err := c.do(a, s); c.name != "delete" && !errors.Is(err, storage.ErrConflict) {
					t.Errorf("the same script of another process (known to Redis: %v): got error %v, want %v", known, err, storage.ErrConflict)
				}
			}
		})
	}
}

// withReplyLost runs op, which runs one script that Redis knows. When the script has arrived at
// Redis but has not run yet, the client's end of the connection breaks. go-redis sends the
// script again.
func withReplyLost(t *testing.T, server *redistest.Server, op func(storage.Store) error) error {
	t.Helper()
	proxy, err := faultproxy.New(server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, "redis://"+proxy.Addr())
	defer func() {
		closeStore(t, s)
		if err := proxy.Close(); err != nil {
			t.Error(err)
		}
	}()
	arrived := func(times int) {
		t.Helper()
		redistest.Await(t, "the script to arrive", func() bool {
			clients, err := server.Do("CLIENT", "LIST")
			return err == nil && strings.Count(clients, "cmd=evalsha") == times
		})
	}
	arrived(0) // until Redis has run the scripts of other stores
	do(t, server, "CLIENT", "PAUSE", "60000", "WRITE")
	done := make(chan error, 1)
	go func() { done <- op(s) }()
	arrived(1)
	proxy.HalfDead(1)
	arrived(2)
	do(t, server, "CLIENT", "UNPAUSE")
	return <-done
}
