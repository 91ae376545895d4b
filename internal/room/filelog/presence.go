package filelog

import (
	"context"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// presence is who is where, by holder. It is not in the file: it would be of no
// use to the next process.
type presence struct {
	// Held while the watchers are told, so that they hear of changes in the
	// order in which these were made.
	mu      sync.Mutex
	holders map[string]*holder // nil before the first heartbeat
	silence room.Outage        // before that
}

// holder is what one process has announced.
type holder struct {
	until time.Time // when its heartbeat is over
	rooms map[room.ID]storage.RoomPresence
}

// Beat implements room.Presence.
func (s *Store) Heartbeat(ctx context.Context, name string) (began bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	p := &s.presence
	p.mu.Lock()
	defer p.mu.Unlock()
	now := s.clock()
	h := p.alive(name, now)
	if h == nil {
		if p.holders == nil {
			if err := s.endSilence(now); err != nil {
				return false, err
			}
			p.holders = make(map[string]*holder)
		}
		h, began = &holder{rooms: make(map[room.ID]storage.RoomPresence)}, true
		p.holders[name] = h
	}
	h.until = now.Add(storage.PresenceTTL)
	for other, dead := range p.holders {
		if p.alive(other, now) != nil {
			continue
		}
		delete(p.holders, other)
		for id := range dead.rooms {
			s.tellHere(id, now)
		}
	}
	return began, nil
}

// Announce implements room.Presence.
func (s *Store) Announce(ctx context.Context, id room.ID, name string, here storage.RoomPresence) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p := &s.presence
	p.mu.Lock()
	defer p.mu.Unlock()
	now := s.clock()
	h := p.alive(name, now)
	if h == nil {
		return storage.ErrNotFound
	}
	if here == (storage.RoomPresence{}) {
		delete(h.rooms, id)
	} else {
		h.rooms[id] = here
	}
	s.tellHere(id, now)
	return nil
}

// Here implements room.Presence.
func (s *Store) Present(ctx context.Context, id room.ID) (storage.RoomPresence, error) {
	if err := ctx.Err(); err != nil {
		return storage.RoomPresence{}, err
	}
	s.presence.mu.Lock()
	defer s.presence.mu.Unlock()
	return s.presence.here(id, s.clock()), nil
}

// tellHere tells the room's watchers who is there. The caller holds mu.
func (s *Store) tellHere(id room.ID, now time.Time) {
	here := s.presence.here(id, now)
	s.watches.tell(id, storage.Notice{Presence: &here})
}

// alive returns the holder if it has a heartbeat. The caller holds mu.
func (p *presence) alive(name string, now time.Time) *holder {
	if h := p.holders[name]; h != nil && now.Before(h.until) {
		return h
	}
	return nil
}

// here merges what the living say. The caller holds mu.
func (p *presence) here(id room.ID, now time.Time) (all storage.RoomPresence) {
	for name := range p.holders {
		if h := p.alive(name, now); h != nil {
			all = all.Merge(h.rooms[id])
		}
	}
	return all
}
