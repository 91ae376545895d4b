package hub

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/ledger/redisdb"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// hubOnCluster is a hub on a Cluster of which one master goes away. far is a game on that
// master, near a game on another master.
type hubOnCluster struct {
	*served
	master    *redistest.Server
	away      []int // the shards of master
	near, far *game
}

// game is a public game with 10 s on the clock of each player. It is ana's turn.
type game struct {
	id       room.ID
	ana, bob *hubtest.Client
}

func openOnCluster(t *testing.T, clock *clocktest.Clock) *hubOnCluster {
	t.Helper()
	c := redistest.NewClusterOf(t, 3, 0)
	store := storetest.OpenRedis(t, c.URL(), redisdb.WithClock(clock.Now))
	p := &hubOnCluster{served: serve(t, "hub", store, builtPage, withClock(clock)), master: c.Masters[2]}
	p.away = shardsOf(t, c, store, p.master)
	for i := 0; p.near == nil || p.far == nil; i++ {
		id := p.openWith("ana", hubtest.Object{"id": fmt.Sprintf("c%d", i), "open": true, "clock": hubtest.Object{"base": 10000}})
		g := &p.near
		if slices.Contains(p.away, store.Shard(id)) {
			g = &p.far
		}
		if *g == nil {
			*g = p.play(id)
		}
	}
	return p
}

// shardsOf returns the shards on a master.
func shardsOf(t *testing.T, c *redistest.Cluster, store storage.Store, master *redistest.Server) (on []int) {
	t.Helper()
	for i := range store.Shards() {
		if c.Owner(master.Slot(t, fmt.Sprintf("quatre:{s%02d}:due", i))) == master {
			on = append(on, i)
		}
	}
	if len(on) == 0 || len(on) == store.Shards() {
		t.Fatalf("one of three masters has the shards %v", on)
	}
	return on
}

func (p *hubOnCluster) play(id room.ID) *game {
	p.t.Helper()
	g := &game{id, p.open("ana", id), p.open("bob", id)}
	g.bob.Must("sit", nil)
	g.ana.Follow(2)
	hubtest.PlayOut("44", g.ana, g.bob)
	return g
}

// followQuietly reads until the log has n entries. Until then the client must not be sent a frame
// store.
func followQuietly(t *testing.T, c *hubtest.Client, n int) {
	t.Helper()
	for len(c.Entries) < n {
		if m := c.Read(); m.T == "store" {
			t.Errorf("%s is sent a frame store, with up %v", c.Player, m.Up)
		}
	}
}

// A master of a Cluster is away. In the rooms of the other masters flags fall in time, and no
// client gets a message about the outage. The hub is ready, and the lobby shows the rooms of the
// other masters. In the rooms of the master that was away the time is credited.
func TestOneShardIsAway(t *testing.T) {
	t.Parallel() // the test mostly waits for a Cluster
	for name, fault := range map[string]struct {
		begin, end func(*redistest.Server, testing.TB)
	}{
		"dead": {(*redistest.Server).Stop, (*redistest.Server).Restart},
		"hung": {(*redistest.Server).Freeze, (*redistest.Server).Thaw},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := clocktest.New()
			p := openOnCluster(t, clock)
			fault.begin(p.master, t)
			began := time.Now()
			p.far.bob.Until(hubtest.StoreIs(false))
			// A shorter outage is not credited. Before that, a master that hangs may store the move later.
			time.Sleep(time.Until(began.Add(storage.MinDowntime)))
			p.far.ana.Write(`{"t":"move","id":"m1","n":4,"move":"1"}`) // its refusal may take seconds
			for range 20 {
				if err := p.hub.Ready(t.Context()); err != nil {
					t.Errorf("not ready: %v", err)
				}
			}
			a := p.lobbyUntil(clocktest.New(), func(a lobbyAnswer) bool { return len(a.Playing) == 1 })
			if a.Playing[0].Room != p.near.id {
				t.Errorf("the lobby shows %+v", a.Playing)
			}
			p.near.ana.Must("move", hubtest.Object{"move": "1"})
			if m := p.far.ana.Until(func(m hubtest.Message) bool { return m.ID == "m1" }); m.Code != "store_away" {
				t.Errorf("a move in the shard that is away: %+v", m)
			}
			clock.Add(15 * time.Second)
			followQuietly(t, p.near.bob, 6)
			if _, ok := p.near.bob.Entries[5].Event.(room.Flagged); !ok {
				t.Errorf("instead of the flag: %s", p.near.bob.Entries[5].Raw())
			}
			if n := p.hub.rooms.ShardsAway(); n != len(p.away) || !p.hub.rooms.StoreUp() {
				t.Errorf("%d shards are away, want those of %v", n, p.away)
			}

			fault.end(p.master, t)
			p.far.ana.Until(hubtest.StoreIs(true))
			p.far.ana.Follow(5)
			if got := hubtest.CreditsOf(p.far.ana); !reflect.DeepEqual(got, []int64{15000}) {
				t.Errorf("credited are %v, the last entry is %s", got, p.far.ana.Entries[len(p.far.ana.Entries)-1].Raw())
			}
			p.far.ana.Must("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"})
			p.near.bob.Must("rematch", nil)
			followQuietly(t, p.near.bob, 7)
			if got := hubtest.CreditsOf(p.near.bob); len(got) > 0 {
				t.Errorf("credited are %v in a shard that was not away", got)
			}
		})
	}
}

// If all masters of a Cluster are away, the whole store is away.
func TestAllShardsAreAway(t *testing.T) {
	t.Parallel() // the test mostly waits for a Cluster
	c := redistest.NewClusterOf(t, 3, 0)
	store := storetest.OpenRedis(t, c.URL())
	s := serve(t, "hub", store, builtPage)
	_, ana, _ := seated(t, s, s)
	for _, master := range c.Masters {
		master.Stop(t)
	}
	ana.Until(hubtest.StoreIs(false))
	hubtest.Await(t, "all shards to be away", func() bool { return !s.hub.rooms.StoreUp() })
	if err := s.hub.Ready(t.Context()); !storage.IsAway(err) || errors.Is(err, wire.ErrDraining) {
		t.Errorf("ready: %v", err)
	}
	for _, master := range c.Masters {
		master.Restart(t)
	}
	ana.Until(hubtest.StoreIs(true))
	hubtest.Await(t, "all shards to be back", func() bool { return s.hub.rooms.ShardsAway() == 0 })
	if err := s.hub.Ready(t.Context()); err != nil {
		t.Errorf("not ready: %v", err)
	}
}
