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
	_, err := x.credit(ctx, r, func(*room.State, room.Outage) share { return whatIsOwed })
	return err
}

// CreditOpened credits a room that was not open in this process during its outages. It
// ignores outages that ended more than room.CreditGrace ago, unless no hub was alive:
// during those the room's players were connected through another hub, which credited them.
func (x Executor) CreditOpened(ctx context.Context, r *Replica) error {
	_, err := x.credit(ctx, r, func(_ *room.State, o room.Outage) share {
		if o.NoHubAlive || x.now().Before(o.Until.Add(room.CreditGrace)) {
			return whatIsOwed
		}
		return nothing
	})
	return err
}

// creditFallen credits a room whose flag fell during an outage of this process or less
// than room.CreditGrace after it.
//
//   - If the flag fell during the outage and no process has stored it, none could.
//   - If it fell after the outage, another process through which the player is connected
//     may have had the same outage, and credits it. Then creditFallen reports wait: the flag
//     must not be stored now. At the next sweep it may.
//   - If it fell later still, the time to credit is over.
func (x Executor) creditFallen(ctx context.Context, r *Replica) (wait bool, err error) {
	return x.credit(ctx, r, func(s *room.State, o room.Outage) share {
		switch flag, _ := s.FlagAt(); {
		case flag.Before(o.Until):
			return everything
		case o.NoHubAlive || flag.Before(o.Until.Add(room.CreditGrace)):
			return whatIsOwed
		default:
			return nothing
		}
	})
}

// share says how much of an outage to credit.
type share int

const (
	nothing share = iota
	whatIsOwed
	everything // without asking Executor.Owed
)

type shareOf func(*room.State, room.Outage) share

// credit credits, one after the other, what due says of each outage. It reports whether
// Executor.Owed has cut one of them short.
func (x Executor) credit(ctx context.Context, r *Replica, due shareOf) (cut bool, err error) {
	if x.Outages == nil {
		return false, nil
	}
	for _, o := range x.Outages(r.id) {
		cutThis, err := x.creditOutage(ctx, r, o, due)
		if err != nil {
			return false, err
		}
		cut = cut || cutThis
	}
	return cut, nil
}

func (x Executor) creditOutage(ctx context.Context, r *Replica, o room.Outage, due shareOf) (cut bool, err error) {
	for range maxRaces {
		var s *room.State
		r.View(func(now *room.State) { s = now }) // a state never changes
		if _, any := s.CreditFor(o, x.now()); !any {
			return cut, nil
		}
		part := o
		switch due(s, o) {
		case nothing:
			return cut, nil
		case whatIsOwed:
			if x.Owed == nil || o.NoHubAlive {
				break
			}
			if part, err = x.Owed(ctx, r.id, s.Turn(), o); err != nil {
				return cut, err
			}
			cut = part.Until.Before(o.Until)
			if _, any := s.CreditFor(part, x.now()); !any {
				return cut, nil
			}
		}
		credit := room.Command{ID: room.CreditID(s.N), Seen: s.N, Do: room.Credit{Since: part.Since, Until: part.Until}}
		_, err = x.play(ctx, r, credit)
		if refusal := (*room.Refusal)(nil); err != nil && (!errors.As(err, &refusal) || refusal == room.ErrBusy) {
			return cut, err
		}
	}
	return cut, nil
}
