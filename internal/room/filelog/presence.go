package filelog

import (
	"context"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// presence is who is where, by room and holder.
type presence struct {
	mu    sync.Mutex
	rooms map[room.ID]map[string]announced
}

type announced struct {
	here  room.Here
	until time.Time
}

// Announce implements room.Presence. It also tells the watchers when it finds
// that what another holder said has expired.
func (s *Store) Announce(ctx context.Context, id room.ID, holder string, here room.Here) (room.Here, error) {
	if err := ctx.Err(); err != nil {
		return room.Here{}, err
	}
	p := &s.presence
	// The watchers are told under the lock, so that they hear of changes in
	// the order in which these were made.
	p.mu.Lock()
	defer p.mu.Unlock()
	all, changed := p.announce(id, holder, here, s.clock())
	if changed {
		s.watches.tell(id, room.Notice{Here: &all})
	}
	return all, nil
}

func (p *presence) announce(id room.ID, holder string, here room.Here, now time.Time) (all room.Here, changed bool) {
	holders := p.rooms[id]
	for name, a := range holders {
		if !now.Before(a.until) {
			delete(holders, name)
			changed = true
		}
	}
	if before := holders[holder].here; before != here {
		changed = true
	}
	switch {
	case here == (room.Here{}):
		delete(holders, holder)
	case holders == nil:
		if p.rooms == nil {
			p.rooms = make(map[room.ID]map[string]announced)
		}
		holders = make(map[string]announced)
		p.rooms[id] = holders
		fallthrough
	default:
		holders[holder] = announced{here, now.Add(room.PresenceTTL)}
	}
	if len(holders) == 0 {
		delete(p.rooms, id)
	}
	for _, a := range holders {
		all = all.Merge(a.here)
	}
	return all, changed
}
