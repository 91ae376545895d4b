package rooms

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// A challenger who has left loses the place after room.AwayLimit. If no hub has the room open, nobody waits behind the
// challenger, and the next hub that opens it looks.

// dismissAbsent ends the challenges of absent players, in the open rooms of the shard. It does not wait.
func (s *shard) dismissAbsent() {
	for _, r := range s.open() {
		for _, id := range r.absentChallengers() {
			s.rooms.cfg.Tasks.Go(func() { r.dismiss(id) })
		}
	}
}

func (r *Room) absentChallengers() []room.PlayerID {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.presence.absentChallengers(r.replica.State().Challengers, r.rooms.cfg.Now())
}

// absentChallengers notes which challengers are away now, and returns those who have been away for room.AwayLimit.
func (p *presence) absentChallengers(all []room.Challenger, now time.Time) (absent []room.PlayerID) {
	missing := map[room.PlayerID]time.Time{}
	for _, c := range all {
		if p.here.HasChallenger(c.ID) {
			continue
		}
		since, known := p.missing[c.ID]
		if !known {
			since = now
		}
		if missing[c.ID] = since; now.Sub(since) >= room.AwayLimit {
			absent = append(absent, c.ID)
		}
	}
	p.missing = missing
	return absent
}

// dismiss ends the challenge of a player, unless the store says that the player is here. If it fails, the next call of
// dismissAbsent tries again.
func (r *Room) dismiss(id room.PlayerID) {
	defer r.survive()
	ctx, cancel := context.WithTimeout(r.rooms.cfg.Tasks.Context(), storage.PresenceRenewal)
	defer cancel()
	if here, err := r.rooms.cfg.Store.Present(ctx, r.replica.ID()); err != nil || here.HasChallenger(id) {
		return
	}
	n := r.replica.N()
	_, err := r.rooms.executor.Play(ctx, r.replica, room.Command{ID: room.DismissID(n, id), Seen: n, Do: room.Dismiss{ID: id}})
	r.changed(err, nil)
}

// ownChallengers returns the challengers who are here through this hub, as storage.RoomPresence has them. The caller holds mu.
func (r *Room) ownChallengers() string {
	var ids []string
	for _, c := range r.replica.State().Challengers {
		for v := range r.visitors {
			if v.Player == c.ID && !v.Watch && !v.socket.Closed() {
				ids = append(ids, string(c.ID))
				break
			}
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}
