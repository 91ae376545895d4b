package play

import (
	"context"
	"errors"

	"github.com/quatre/quatre/internal/room"
)

// Credit credits the present turn of a room for the outages of this process that have not been
// credited yet. Play does the same before it decides. A hub that has the room open should call
// Credit as soon as the store answers again, so that the players see the credit.
func (x Executor) Credit(ctx context.Context, r *Replica) error {
	_, err := x.credit(ctx, r, func(*room.State, room.Outage) share { return owedPart })
	return err
}

// CreditOpened credits a room that was not open in this process during its outages. It ignores
// an outage that ended more than room.CreditGrace ago, because the players were connected
// through another hub, which credited them. It always counts an outage in which no hub was
// alive.
func (x Executor) CreditOpened(ctx context.Context, r *Replica) error {
	_, err := x.credit(ctx, r, func(_ *room.State, o room.Outage) share {
		if o.NoHubAlive || x.now().Before(o.Until.Add(room.CreditGrace)) {
			return owedPart
		}
		return nothing
	})
	return err
}

// creditFallen credits a room whose flag fell during an outage of this process or less
// than room.CreditGrace after it.
//
//   - If the flag fell during the outage, the turn is credited: no process could store the
//     flag, or it would be stored already. So it does not matter where the player was.
//   - If the flag fell within CreditGrace after the outage, another process through which the
//     player is connected may have had the same outage and may credit it. If so, creditFallen
//     returns wait: this sweep must not store the flag, but the next one may.
//   - If the flag fell later, the outage is not credited, unless no hub was alive.
func (x Executor) creditFallen(ctx context.Context, r *Replica) (wait bool, err error) {
	return x.credit(ctx, r, func(s *room.State, o room.Outage) share {
		switch flag, _ := s.FlagAt(); {
		case flag.Before(o.Until):
			return everything
		case o.NoHubAlive || flag.Before(o.Until.Add(room.CreditGrace)):
			return owedPart
		default:
			return nothing
		}
	})
}

// share says how much of an outage credit credits.
type share int

const (
	nothing    share = iota
	owedPart         // the part before Elsewhere; Executor.Owed finds it if it is not known
	everything       // the whole outage
)

type shareFunc func(*room.State, room.Outage) share

// credit credits the present turn for each outage, one after the other. shareOf returns the share
// of an outage to credit. shortened reports whether Executor.Owed has shortened an outage.
func (x Executor) credit(ctx context.Context, r *Replica, shareOf shareFunc) (shortened bool, err error) {
	if x.Outages == nil {
		return false, nil
	}
	for _, o := range x.Outages(r.id) {
		shortenedThis, err := x.creditOutage(ctx, r, o, shareOf)
		if err != nil {
			return false, err
		}
		shortened = shortened || shortenedThis
	}
	return shortened, nil
}

func (x Executor) creditOutage(ctx context.Context, r *Replica, o room.Outage, shareOf shareFunc) (shortened bool, err error) {
	for range maxRaces {
		var s *room.State
		r.View(func(now *room.State) { s = now }) // a state never changes
		if _, any := s.CreditFor(o, x.now()); !any {
			return shortened, nil
		}
		part := o
		switch shareOf(s, o) {
		case nothing:
			return shortened, nil
		case owedPart:
			switch {
			case !o.Elsewhere.IsZero():
				part.Until = o.Elsewhere
			case x.Owed != nil && !o.NoHubAlive:
				if part, err = x.Owed(ctx, r.id, s.Turn(), o); err != nil {
					return shortened, err
				}
				shortened = part.Until.Before(o.Until)
			}
			if _, any := s.CreditFor(part, x.now()); !any {
				return shortened, nil
			}
		}
		credit := room.Command{ID: room.CreditID(s.N), Seen: s.N, Do: room.Credit{Since: part.Since, Until: part.Until}}
		_, err = x.play(ctx, r, credit)
		if refusal := (*room.Refusal)(nil); err != nil && (!errors.As(err, &refusal) || refusal == room.ErrBusy) {
			return shortened, err
		}
	}
	return shortened, nil
}
