package chaos

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/faultproxy"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
)

// TestStoreGone breaks the connection of one of two hubs to Redis, in each way a network can.
// The hub keeps its sockets, sends its clients a store frame, refuses commands as retryable,
// and recovers by itself. On the other hub the game goes on meanwhile.
func TestStoreGone(t *testing.T) {
	t.Parallel()
	s := newService(t, 2, 0)
	ana, bob := pair(t, [2]string{s.hubs[0].url(), s.hubs[1].url()}, nil)
	hubtest.PlayOut("43", ana, bob)
	back := s.hubs[0].storeProxy
	faults := 0
	for _, gone := range []func(){
		func() { back.Set(faultproxy.Faults{Refuse: true}); back.Cut(1) },
		func() { back.Set(faultproxy.Faults{Drop: true}) },
		func() { back.Set(faultproxy.Faults{Refuse: true}); back.HalfDead(1) },
		func() { back.Set(faultproxy.Faults{Drop: true}); back.HalfOpen(1) },
	} {
		gone()
		faults++
		ana.Until(hubtest.StoreIs(false))
		move := object{"id": fmt.Sprintf("again%d", faults), "move": "5"}
		mustBeUnavailable(t, ana, move)
		bob.Must("name", object{"name": "B" + strings.Repeat("o", faults), "seat": 2})
		back.Set(faultproxy.Faults{})
		untilBack(t, ana, s.hubs[0].url())
		ana.Retry("move", move)
		bob.Follow(len(ana.Entries))
		bob.Must("move", object{"move": "6"})
		ana.Follow(len(bob.Entries))
		ana.Must("offer", object{"offer": "takeback"}) // so that the columns do not fill
		bob.Follow(len(ana.Entries))
		bob.Must("accept", object{"offer": "takeback"})
		ana.Follow(len(bob.Entries))
	}
	compareWithLog(t, s.hubs[1].url(), faults, ana, bob)
}

// untilBack waits until a client's hub reaches the store again. If other hubs went on for 10 s without
// that hub, it closes the socket instead, and the client comes back.
func untilBack(t *testing.T, c *hubtest.Client, url string) {
	t.Helper()
	for {
		m, err := c.Receive(hubtest.Context(t))
		switch closed := (*hubtest.Closed)(nil); {
		case err == nil && hubtest.StoreIs(true)(m):
			return
		case errors.As(err, &closed) && closed.Code == wire.CloseServiceRestart:
			c.Rejoin(url)
			return
		case err != nil:
			t.Fatal(err)
		}
	}
}

// compareWithLog compares the acknowledged commands with the log, and adds a row to the
// table. A command that is not in the log counts as lost, unless the hub has sent its client
// the log from entry 1 again.
func compareWithLog(t *testing.T, url string, faults int, players ...*hubtest.Client) {
	t.Helper()
	line, resynced := row{faults: faults}, 0
	stored := map[string]int{}
	entries := hubtest.Log(t, url, players[0].Room)
	for _, e := range entries {
		stored[e.Cmd]++
	}
	for _, p := range players {
		for _, id := range p.Acked {
			line.acked++
			switch {
			case stored[id] > 0:
			case p.Rewinds > 0:
				resynced++
			default:
				line.lost++
			}
			line.doubled += max(0, stored[id]-1)
		}
		if err := p.CatchUp(hubtest.Context(t), uint64(len(entries))); err != nil {
			line.stuck++
		}
	}
	if resynced > 0 {
		line.detail = fmt.Sprintf("the store lost %d by design, and the hub announced it", resynced)
	}
	table.add(t, line)
}

// TestStoreRefuses puts Redis into states in which it refuses writes. The hub says that the
// store is away, and recovers by itself when Redis accepts writes again.
func TestStoreRefuses(t *testing.T) {
	t.Parallel()
	s := newService(t, 1, 0)
	url := s.hubs[0].url()
	ana, bob := pair(t, [2]string{url, url}, nil)
	hubtest.PlayOut("43", ana, bob)
	spare := redistest.New(t)
	faults := 0
	for _, c := range []struct {
		name      string
		bad, good func()
	}{
		{
			"full", func() { mustDo(t, s.redis, "CONFIG", "SET", "maxmemory", "1") },
			func() { mustDo(t, s.redis, "CONFIG", "SET", "maxmemory", "0") },
		},
		{
			"too few replicas", func() { mustDo(t, s.redis, "CONFIG", "SET", "min-replicas-to-write", "3") },
			func() { mustDo(t, s.redis, "CONFIG", "SET", "min-replicas-to-write", "0") },
		},
		{
			"a replica", func() {
				replicate(t, spare, s.redis.Addr)
				mustDo(t, spare, "REPLICAOF", "NO", "ONE")
				replicate(t, s.redis, spare.Addr)
			},
			func() { mustDo(t, s.redis, "REPLICAOF", "NO", "ONE") },
		},
	} {
		c.bad()
		faults++
		move := object{"id": c.name, "move": "5"}
		mustBeUnavailable(t, ana, move)
		if _, err := hubtest.Create(hubtest.Context(t), url, "eve", object{"id": c.name, "variant": "tictactoe", "opponent": "human"}); err == nil || !strings.Contains(err.Error(), "503 store_away") {
			t.Errorf("%s: creating a room returns %v, want 503 store_away", c.name, err)
		}
		c.good()
		ana.Retry("move", move)
		bob.Follow(len(ana.Entries))
		bob.Must("move", object{"move": "6"})
		ana.Follow(len(bob.Entries))
	}
	compareWithLog(t, url, faults, ana, bob)
}

func mustDo(t *testing.T, r *redistest.Server, words ...string) {
	t.Helper()
	if reply, err := r.Do(words...); err != nil || reply != "+OK\r\n" {
		t.Fatalf("%v: %q, %v", words, reply, err)
	}
}

func info(t *testing.T, r *redistest.Server) string {
	t.Helper()
	reply, err := r.Do("INFO", "replication")
	if err != nil {
		t.Fatal(err)
	}
	return reply
}
