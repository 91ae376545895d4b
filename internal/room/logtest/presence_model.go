package logtest

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// RunPresenceModel plays random heartbeats and announcements against a store
// and a plain model of it.
func RunPresenceModel(t *testing.T, open Open) {
	rapid.Check(t, func(rt *rapid.T) {
		c := &clock{now: start}
		s := open(t, Conditions{Now: c.Now, JobIdleLimit: never})
		m := &presenceModel{store: s, clock: c, holders: make(map[string]*modelHolder)}
		defer func() {
			if err := s.Close(); err != nil {
				rt.Errorf("Close: %v", err)
			}
		}()
		rt.Repeat(map[string]func(*rapid.T){
			"beat":     m.beat,
			"announce": m.announce,
			"pass":     m.pass,
			"":         m.check,
		})
	})
}

// presenceModel is what a store should know of who is where.
type presenceModel struct {
	store   storage.Store
	clock   *clock
	holders map[string]*modelHolder
}

// modelHolder is a heartbeat, and what was announced while it lasted.
type modelHolder struct {
	until time.Time
	rooms map[room.ID]storage.RoomPresence
}

var modelHolders = rapid.SampledFrom([]string{"h1", "h2", "h3"})

func (m *presenceModel) alive(holder string) bool {
	h := m.holders[holder]
	return h != nil && m.clock.Now().Before(h.until)
}

func (m *presenceModel) beat(rt *rapid.T) {
	holder := modelHolders.Draw(rt, "holder")
	begins := !m.alive(holder)
	beat(rt, m.store, holder, begins)
	if begins {
		m.holders[holder] = &modelHolder{rooms: make(map[room.ID]storage.RoomPresence)}
	}
	m.holders[holder].until = m.clock.Now().Add(storage.PresenceTTL)
}

func (m *presenceModel) announce(rt *rapid.T) {
	holder, id := modelHolders.Draw(rt, "holder"), modelIDs.Draw(rt, "room")
	here := rapid.SampledFrom([]storage.RoomPresence{{}, annThere, bobThere, {Goodbyes: [2]int64{5, 0}}}).Draw(rt, "here")
	if !m.alive(holder) {
		wantErr(rt, "Announce without a heartbeat", m.store.Announce(patient(rt), id, holder, here), storage.ErrNotFound)
		return
	}
	f := watch(rt, m.store, id)
	announce(rt, m.store, id, holder, here)
	m.holders[holder].rooms[id] = here
	f.wantHeres(rt, m.here(id))
	f.stop()
}

// pass lets time pass: mostly less than a heartbeat lasts.
func (m *presenceModel) pass(rt *rapid.T) {
	m.clock.advance(time.Duration(rapid.IntRange(1, 12_000).Draw(rt, "ms")) * time.Millisecond)
}

func (m *presenceModel) here(id room.ID) (all storage.RoomPresence) {
	for name, h := range m.holders {
		if m.alive(name) {
			all = all.Merge(h.rooms[id])
		}
	}
	return all
}

func (m *presenceModel) check(rt *rapid.T) {
	for _, id := range []room.ID{"a", "b", "c", "d"} {
		wantHere(rt, m.store, id, m.here(id))
	}
}
