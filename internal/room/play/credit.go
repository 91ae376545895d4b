package play

import (
	"context"
	"errors"

	"github.com/quatre/quatre/internal/room"
)

// Credit credits the present turn of a room for the outages that have not been credited yet. Play
// and sweeps do the same before they decide. A hub that has the room open should call Credit as
// soon as it knows of an outage, so that the players see the credit. The errors are those of Play; the only
// refusal is room.ErrBusy.
func (x Executor) Credit(ctx context.Context, r *Replica) error {
	if x.Outages == nil {
		return nil
	}
	for _, o := range x.Outages(r.id) {
		if err := x.creditOutage(ctx, r, o); err != nil {
			return err
		}
	}
	return nil
}

func (x Executor) creditOutage(ctx context.Context, r *Replica, o room.Outage) error {
	for range maxRaces {
		s := r.State()
		if _, any := s.CreditFor(o, x.now()); !any {
			return nil
		}
		_, err := x.play(ctx, r, room.Command{ID: room.CreditID(s.N), Seen: s.N, Do: room.Credit(o)})
		if refusal := (*room.Refusal)(nil); err != nil && (!errors.As(err, &refusal) || refusal == room.ErrBusy) {
			return err
		}
	}
	return nil
}
