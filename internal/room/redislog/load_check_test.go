package redislog_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/logtest"
	"github.com/quatre/quatre/internal/room/redislog"
)

// This file has the checks of a load.

// await waits until done returns true.
func (a *load) await(what string, done func() bool) {
	a.t.Helper()
	for deadline := time.Now().Add(logtest.Patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			for _, p := range a.rooms {
				a.t.Logf("%s: the replicas have %d and %d entries; busy: %v, %v", p.id, p.seats[0].replica.N(), p.seats[1].replica.N(),
					p.seats[0].busy.Load(), p.seats[1].busy.Load())
			}
			a.errors.Range(func(text, at any) bool {
				a.t.Logf("%v ago: %s", time.Since(at.(time.Time)).Round(time.Millisecond), text)
				return true
			})
			a.t.Fatalf("waited %v for %s", logtest.Patience, what)
		}
	}
}

// progress waits until the replicas of each room, on both stores, have that number of new entries.
func (a *load) progress(what string, rooms []*loadRoom, entries uint64) {
	a.t.Helper()
	type position struct {
		n       uint64
		rewinds int64
	}
	from := map[*seat]position{}
	for _, p := range rooms {
		for _, s := range p.seats {
			from[s] = position{s.replica.N(), s.rewinds.Load()}
		}
	}
	a.await(what, func() bool {
		for s, was := range from {
			now := position{s.replica.N(), s.rewinds.Load()}
			if now.rewinds != was.rewinds { // count again from the present end of the log
				from[s] = now
			} else if now.n >= was.n+entries {
				delete(from, s)
			}
		}
		return len(from) == 0
	})
}

// settle ends the games, and waits until the replicas of both stores have all entries. It
// does not refresh the replicas.
func (a *load) settle() {
	a.t.Helper()
	a.going.Store(false)
	for _, p := range a.rooms {
		a.await(fmt.Sprintf("room %s to settle", p.id), func() bool {
			entries, err := a.stores[0].Read(a.t.Context(), p.id, 0)
			if err != nil || len(entries) == 0 {
				return false
			}
			last := entries[len(entries)-1]
			for _, s := range p.seats {
				owed := false
				s.replica.View(func(state *room.State) { _, owed = state.ReplyOwed() })
				if rest, ok := s.replica.Since(last.N, last.Digest); s.busy.Load() || owed || !ok || len(rest) > 0 {
					return false
				}
			}
			return true
		})
	}
}

// verify returns the acknowledged commands that are not in the logs. It checks that each of the
// others is in its log once, with the acknowledged number, and that the replicas have the same
// entries as the logs.
func (a *load) verify() (lost map[*loadRoom][]ack) {
	a.t.Helper()
	lost = map[*loadRoom][]ack{}
	acked := 0
	for _, p := range a.rooms {
		entries, err := a.stores[1].Read(a.t.Context(), p.id, 0)
		if err != nil {
			a.t.Fatal(err)
		}
		if err := room.CheckLog(entries); err != nil {
			a.t.Errorf("room %s: %v", p.id, err)
		}
		where := map[string]uint64{}
		for _, e := range entries {
			key := string(e.By) + " " + e.Cmd
			if n := where[key]; n != 0 {
				a.t.Errorf("room %s: command %q is in the log twice, as entries %d and %d", p.id, key, n, e.N)
			}
			where[key] = e.N
		}
		for _, s := range p.seats {
			for _, k := range s.acked {
				acked++
				switch n := where[string(s.me)+" "+k.cmd]; {
				case n == 0:
					lost[p] = append(lost[p], k)
				case n != k.n:
					a.t.Errorf("room %s: command %s was acknowledged as entry %d and is entry %d", p.id, k.cmd, k.n, n)
				}
			}
			if own, ok := s.replica.Since(0, ""); !ok || len(own) != len(entries) || own[len(own)-1].Digest != entries[len(entries)-1].Digest {
				a.t.Errorf("room %s: the replica on store %d has other entries than the log", p.id, s.number)
			}
		}
	}
	a.t.Logf("%d commands were acknowledged", acked)
	return lost
}

// slotsOf asks the servers for the slot of each room's log.
func (a *load) slotsOf(c *redistest.Cluster) map[*loadRoom]int {
	a.t.Helper()
	found := map[*loadRoom]int{}
	for _, p := range a.rooms {
		found[p] = slotOf(a.t, c, p.id)
	}
	return found
}

func slotOf(t testing.TB, c *redistest.Cluster, id room.ID) int {
	t.Helper()
	for n := range redislog.DefaultShards {
		key := fmt.Sprintf("quatre:{s%02d}:log:%s", n, id)
		slot := c.Masters[0].Slot(t, key)
		if reply, err := c.Owner(slot).Do("EXISTS", key); err == nil && reply == ":1\r\n" {
			return slot
		}
	}
	t.Fatalf("no shard has the log of room %s", id)
	return 0
}
