package ledger_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// runPresenceModel runs random heartbeats and announcements on a store and on a plain
// model of it, and compares the results.
func runPresenceModel(t *testing.T, open openStore) {
	rapid.Check(t, func(rt *rapid.T) {
		c := clocktest.At(start)
		s := open(t, conditions{Now: c.Now, JobLease: longLease, SleepAfter: room.SleepAfter})
		m := &presenceModel{store: s, clock: c, holders: make(map[string]*modelHolder)}
		defer func() {
			if err := s.Close(); err != nil {
				rt.Errorf("Close: %v", err)
			}
		}()
		rt.Repeat(map[string]func(*rapid.T){
			"heartbeat": m.heartbeat,
			"announce":  m.announce,
			"wait":      m.wait,
			"":          m.check,
		})
	})
}

// presenceModel is a plain model of the presence in a store.
type presenceModel struct {
	store   storage.Store
	clock   *clocktest.Clock
	holders map[string]*modelHolder
}

// modelHolder is a holder with a heartbeat, and its announcements.
type modelHolder struct {
	until time.Time
	rooms map[room.ID]storage.RoomPresence
}

var modelHolders = rapid.SampledFrom([]string{"h1", "h2", "h3"})

func (m *presenceModel) alive(holder string) bool {
	h := m.holders[holder]
	return h != nil && m.clock.Now().Before(h.until)
}

func (m *presenceModel) heartbeat(rt *rapid.T) {
	holder := modelHolders.Draw(rt, "holder")
	begins := !m.alive(holder)
	heartbeat(rt, m.store, holder, begins)
	if begins {
		m.holders[holder] = &modelHolder{rooms: make(map[room.ID]storage.RoomPresence)}
	}
	m.holders[holder].until = m.clock.Now().Add(storage.PresenceTTL)
}

func (m *presenceModel) announce(rt *rapid.T) {
	holder, id := modelHolders.Draw(rt, "holder"), modelIDs.Draw(rt, "room")
	here := rapid.SampledFrom([]storage.RoomPresence{{}, annPresent, bobPresent, {Goodbyes: [2]int64{5, 0}}}).Draw(rt, "here")
	if !m.alive(holder) {
		wantErr(rt, "Announce without a heartbeat", m.store.Announce(testContext(rt), id, holder, here), storage.ErrNotFound)
		return
	}
	f := watch(rt, m.store, id)
	announce(rt, m.store, id, holder, here)
	m.holders[holder].rooms[id] = here
	f.wantPresences(rt, m.present(id))
	f.stop()
}

// wait advances the clock, mostly by less than PresenceTTL.
func (m *presenceModel) wait(rt *rapid.T) {
	m.clock.Add(time.Duration(rapid.IntRange(1, 12_000).Draw(rt, "ms")) * time.Millisecond)
}

func (m *presenceModel) present(id room.ID) (all storage.RoomPresence) {
	for name, h := range m.holders {
		if m.alive(name) {
			all = all.Merge(h.rooms[id])
		}
	}
	return all
}

func (m *presenceModel) check(rt *rapid.T) {
	for _, id := range []room.ID{"a", "b", "c", "d"} {
		wantPresent(rt, m.store, id, m.present(id))
	}
}
