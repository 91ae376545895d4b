package room_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/ledger/redisdb"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

const day = 24 * time.Hour

// inviter creates invitations in a store, as hubs would, and sweeps it.
type inviter struct {
	t     *testing.T
	store storage.Store
	clock *clocktest.Clock
	x     play.Executor
}

// forEachStore calls run with an empty store of each kind.
func forEachStore(t *testing.T, run func(*inviter)) {
	with := func(name string, open func(*testing.T, *clocktest.Clock) storage.Store) {
		t.Run(name, func(t *testing.T) {
			clock := clocktest.At(start)
			store := open(t, clock)
			run(&inviter{t, store, clock, play.Executor{Log: store, Now: clock.Now}})
		})
	}
	with("file", func(t *testing.T, c *clocktest.Clock) storage.Store { return storetest.OpenAt(t, c.Now) })
	with("redis", func(t *testing.T, c *clocktest.Clock) storage.Store {
		return storetest.OpenRedis(t, redistest.New(t).URL(), redisdb.WithClock(c.Now))
	})
}

func (v *inviter) must(err error) {
	v.t.Helper()
	if err != nil {
		v.t.Fatal(err)
	}
}

func (v *inviter) invite(id room.ID, open bool) {
	v.t.Helper()
	c := room.Command{ID: "c", By: "ana", Do: room.Create{Variant: "tictactoe", First: 1, Open: open}}
	_, err := v.x.Play(context.Background(), play.NewReplica(id), c)
	v.must(err)
}

// visit does what a hub does when somebody opens the room.
func (v *inviter) visit(id room.ID) {
	v.t.Helper()
	r, err := play.Open(context.Background(), v.store, id)
	v.must(err)
	v.must(v.x.Wake(context.Background(), r))
}

// sweep sweeps the rooms that are due.
func (v *inviter) sweep() {
	v.t.Helper()
	ids, err := v.store.Due(context.Background(), v.clock.Now(), 1000)
	v.must(err)
	for _, id := range ids {
		v.must(v.x.Sweep(context.Background(), id))
	}
}

// phase returns the phase of a room; room.PhaseNone if its log was deleted.
func (v *inviter) phase(id room.ID) room.Phase {
	v.t.Helper()
	r := play.NewReplica(id)
	v.must(r.Refresh(context.Background(), v.store))
	return r.State().Phase
}

func (v *inviter) want(id room.ID, want room.Phase) {
	v.t.Helper()
	if got := v.phase(id); got != want {
		v.t.Errorf("%v after it began, room %s is in phase %q, want %q", v.clock.Now().Sub(start), id, got, want)
	}
}

// TestInvitationLives: an invitation waits for two weeks after its last visit, an open room for an
// hour. Then the room still says who invited to what, as long as its log is kept.
func TestInvitationLives(t *testing.T) {
	forEachStore(t, func(v *inviter) {
		for _, id := range []room.ID{"alone", "visited"} {
			v.invite(id, false)
		}
		v.invite("open", true)
		v.clock.Add(30 * time.Minute)
		v.visit("open")
		v.clock.Set(start.Add(room.UnjoinedLimit))
		v.sweep()
		v.want("open", room.PhaseClosed)
		v.clock.Set(start.Add(10 * day))
		v.visit("visited")
		v.clock.Set(start.Add(room.InvitationLimit - time.Second))
		v.sweep()
		v.want("alone", room.PhaseWaiting)
		v.clock.Add(time.Second)
		v.sweep()
		v.want("alone", room.PhaseClosed)
		v.want("visited", room.PhaseWaiting)
		v.visit("alone")
		v.want("alone", room.PhaseClosed)
		v.clock.Set(start.Add(10*day + room.InvitationLimit - time.Second))
		v.sweep()
		v.want("visited", room.PhaseWaiting)
		v.clock.Add(time.Second)
		v.sweep()
		v.want("visited", room.PhaseClosed)
		v.clock.Set(start.Add(room.DefaultRetention - time.Second))
		v.sweep()
		v.want("alone", room.PhaseClosed)
	})
}

// TestInvitationsAreBounded: somebody invites all the time and visits every invitation every day. The
// store still keeps each no longer than the log of a room that was closed at once.
func TestInvitationsAreBounded(t *testing.T) {
	forEachStore(t, func(v *inviter) {
		const days, each = 40, 1
		kept := map[room.ID]room.Phase{} // the rooms whose log is kept
		for n := range days {
			for i := range each {
				id := room.ID(fmt.Sprintf("r%d-%d", n, i))
				v.invite(id, false)
				kept[id] = room.PhaseWaiting
			}
			v.clock.Set(start.Add(time.Duration(n+1) * day))
			v.sweep()
			waiting := 0
			for id := range kept {
				switch kept[id] = v.phase(id); kept[id] {
				case room.PhaseWaiting:
					waiting++
					v.visit(id)
				case room.PhaseNone:
					delete(kept, id)
				}
			}
			if most := each * int(room.MaxInvitation/day); waiting > most {
				t.Fatalf("%d rooms wait after %d days, want at most %d", waiting, n, most)
			}
			if most := each * int(room.DefaultRetention/day); len(kept) > most {
				t.Fatalf("%d logs are kept after %d days, want at most %d", len(kept), n, most)
			}
			listed, err := v.store.Rooms(context.Background(), room.Waiting, 1000)
			if v.must(err); len(listed) != waiting {
				t.Fatalf("%d rooms are listed after %d days, but %d wait", len(listed), n, waiting)
			}
		}
	})
}
