package filelog

import (
	"context"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// presence holds the announcements of each hub, the holder. They are not in the file, because
// they are void after a restart.
type presence struct {
	// mu is held while notices are sent, so that their order is that of the changes.
	mu       sync.Mutex
	holders  map[string]*holder // nil before the first heartbeat
	downtime room.Outage        // the downtime that the first heartbeat ended
}

// holder has the announcements of one process.
type holder struct {
	until time.Time // when its heartbeat expires
	rooms map[room.ID]storage.RoomPresence
}

// Heartbeat implements storage.Presence.
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
			if err := s.noteFirstHeartbeat(now); err != nil {
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
			s.tellPresence(id, now)
		}
	}
	return began, nil
}

// Announce implements storage.Presence.
func (s *Store) Announce(ctx context.Context, id room.ID, name string, announced storage.RoomPresence) error {
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
	if announced == (storage.RoomPresence{}) {
		delete(h.rooms, id)
	} else {
		h.rooms[id] = announced
	}
	s.tellPresence(id, now)
	return nil
}

// Present implements storage.Presence.
func (s *Store) Present(ctx context.Context, id room.ID) (storage.RoomPresence, error) {
	if err := ctx.Err(); err != nil {
		return storage.RoomPresence{}, err
	}
	s.presence.mu.Lock()
	defer s.presence.mu.Unlock()
	return s.presence.merged(id, s.clock()), nil
}

// tellPresence sends the room's presence to its watchers, and notes whether anybody is
// present. The caller holds mu.
func (s *Store) tellPresence(id room.ID, now time.Time) {
	present := s.presence.merged(id, now)
	s.watched.note(id, present.Somebody(), now)
	s.watches.tell(id, storage.Notice{Presence: &present})
}

// alive returns the holder if it has a heartbeat. The caller holds mu.
func (p *presence) alive(name string, now time.Time) *holder {
	if h := p.holders[name]; h != nil && now.Before(h.until) {
		return h
	}
	return nil
}

// merged merges the announcements of the living holders. The caller holds mu.
func (p *presence) merged(id room.ID, now time.Time) (all storage.RoomPresence) {
	for name := range p.holders {
		if h := p.alive(name, now); h != nil {
			all = all.Merge(h.rooms[id])
		}
	}
	return all
}

// Asleep implements storage.Presence.
func (s *Store) Asleep(ctx context.Context, id room.ID) (asleep bool, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		st, err := stateOf(tx, id)
		asleep = err == nil && !st.hasJob(tx) && !s.watched.awake(id, s.clock(), s.queue.sleepAfter)
		return err
	})
	return asleep, err
}
