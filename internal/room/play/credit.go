package play

import (
	"context"
	"errors"

	"github.com/quatre/quatre/internal/room"
)

// Credit credits the present turn of a room for the outages of this process that have
// not been credited yet. Play does so before it decides. A hub that has the room open
// should do so when the store is back, so that the players see it.
func (x Executor) Credit(ctx context.Context, r *Replica) error {
	return x.credit(ctx, r, func(*room.State, room.Outage) bool { return true })
}

// CreditOpened credits a room that was not open in this process during its outages. It
// ignores outages that ended more than room.CreditGrace ago, unless no hub was alive:
// during those the room's players were connected through another hub, which credited them.
func (x Executor) CreditOpened(ctx context.Context, r *Replica) error {
	return x.credit(ctx, r, func(_ *room.State, o room.Outage) bool {
		return o.NoHubAlive || x.now().Before(o.Until.Add(room.CreditGrace))
	})
}

// creditFallen credits a room whose flag fell during an outage of this process or less
// than room.CreditGrace after it. As no process has stored that flag, none could. If the
// flag fell later, the players were connected through another process, which credited
// them if it had the same outage.
func (x Executor) creditFallen(ctx context.Context, r *Replica) error {
	return x.credit(ctx, r, func(s *room.State, o room.Outage) bool {
		flag, _ := s.FlagAt()
		return o.NoHubAlive || flag.Before(o.Until.Add(room.CreditGrace))
	})
}

// credit credits, one after the other, the outages for which qualifies returns true.
func (x Executor) credit(ctx context.Context, r *Replica, qualifies func(*room.State, room.Outage) bool) error {
	if x.Outages == nil {
		return nil
	}
	for _, o := range x.Outages(r.id) {
		for range maxRaces {
			var n uint64
			var owed bool
			r.View(func(s *room.State) {
				n = s.N
				_, owed = s.CreditFor(o, x.now())
				owed = owed && qualifies(s, o)
			})
			if !owed {
				break
			}
			credit := room.Command{ID: room.CreditID(n), Seen: n, Do: room.Credit{Since: o.Since, Until: o.Until}}
			_, err := x.play(ctx, r, credit)
			if refusal := (*room.Refusal)(nil); err != nil && (!errors.As(err, &refusal) || refusal == room.ErrBusy) {
				return err
			}
		}
	}
	return nil
}
