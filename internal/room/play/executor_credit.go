package play

import (
	"context"
	"errors"
	"github.com/quatre/quatre/internal/room"
)

// Credit credits the turn that is on in a room with this process's outages, as far
// as it has not been: Play does so before it decides, and whoever has a room open
// should when the store is back, for its players to see.
func (d Executor) Credit(ctx context.Context, r *Replica) error {
	return d.credit(ctx, r, func(*room.State, room.Outage) bool { return true })
}

// creditFallen credits a room whose flag has fallen in an outage of this process,
// or right after it. That nobody has noted the flag shows that no other process
// could either. A flag that falls later does so in a room whose players were
// credited where they were, or had not been cut off: by the outage of one process,
// say, while they were playing through another.
func (d Executor) creditFallen(ctx context.Context, r *Replica) error {
	return d.credit(ctx, r, func(s *room.State, o room.Outage) bool {
		flag, _ := s.FlagAt()
		return o.Whole || flag.Before(o.Until.Add(room.CreditGrace))
	})
}

// CreditOpened credits a room that nobody had open through this process in its
// outages, of which those count whose people may be coming back only now.
func (d Executor) CreditOpened(ctx context.Context, r *Replica) error {
	return d.credit(ctx, r, func(_ *room.State, o room.Outage) bool {
		return o.Whole || d.now().Before(o.Until.Add(room.CreditGrace))
	})
}

// credit credits those outages for which the room qualifies, one after the other.
func (d Executor) credit(ctx context.Context, r *Replica, qualifies func(*room.State, room.Outage) bool) error {
	if d.Outages == nil {
		return nil
	}
	for _, o := range d.Outages(r.id) {
		for range maxRaces {
			var n uint64
			var owed bool
			r.View(func(s *room.State) {
				n = s.N
				_, owed = s.CreditFor(o, d.now())
				owed = owed && qualifies(s, o)
			})
			if !owed {
				break
			}
			_, err := d.play(ctx, r, room.Command{ID: room.CreditID(n), Seen: n, Do: room.Credit{Since: o.Since, Until: o.Until}})
			if refusal := (*room.Refusal)(nil); err != nil && (!errors.As(err, &refusal) || refusal == room.ErrBusy) {
				return err
			}
		}
	}
	return nil
}
