package room

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// maxRaces bounds how often Play decides anew after losing a race. To lose once
// another writer must have been served, so that the room as a whole moves on.
const maxRaces = 20

// Door is what Play needs to know beside the room.
type Door struct {
	Log Log

	// Retention is how long a finished room's log stays; DefaultRetention if 0.
	Retention time.Duration

	// MaxEntries is the limit MaxEntries, or less; MaxEntries if 0.
	MaxEntries int

	// Now is the clock; time.Now if nil.
	Now func() time.Time

	// Outages returns those of this process that may still be owed to a turn in a
	// room, the earliest first; of one that is not over the part up to now. It is
	// called with every command; nil: there are none.
	Outages func(ID) []Outage
}

func (d Door) now() time.Time {
	if d.Now == nil {
		return time.Now()
	}
	return d.Now()
}

func (d Door) retention() time.Duration {
	if d.Retention == 0 {
		return DefaultRetention
	}
	return d.Retention
}

// Play carries a command out, once: it credits what the turn that is on is owed for
// an outage, decides with what r knows, appends, and when another writer was faster
// reads on and decides again. It returns the
// entry's number when the entry is stored; r then holds it.
//
// It fails with a *Refusal (nothing was stored), with ErrUnavailable or the
// error of ctx (the entry may have been stored: send the same command again),
// or with ErrRewound.
func (d Door) Play(ctx context.Context, r *Replica, c Command) (uint64, error) {
	if c.ID == "" || len(c.ID) > MaxCommandID {
		return 0, ErrBadCommand
	}
	if c.Seen > r.N() {
		// The actor has read further than this process.
		if err := r.Refresh(ctx, d.Log); err != nil {
			return 0, err
		}
	}
	return d.play(ctx, r, c)
}

// play is Play of a command that is well formed, on a replica that is as far as its
// actor. Before each decision the turn that is on is credited, unless the command is
// the room's own doing.
func (d Door) play(ctx context.Context, r *Replica, c Command) (uint64, error) {
	for range maxRaces {
		if c.By != "" {
			if err := d.Credit(ctx, r); err != nil {
				return 0, err
			}
		}
		p, err := r.propose(c, d.now(), d.retention())
		if err != nil {
			return 0, err
		}
		if p.stored != 0 {
			return p.stored, nil
		}
		if p.entry.N > d.maxEntries() && lengthens(p.entry.Event) {
			return 0, ErrFull
		}
		err = d.Log.Append(ctx, r.id, p.entry, p.fx)
		switch {
		case err == nil:
			r.Apply(p.entry) // if it cannot, somebody has rewound r meanwhile; the entry is stored
			d.stored(r.id, p)
			return p.entry.N, nil
		case !errors.Is(err, ErrConflict):
			return 0, err
		}
		if err := r.Refresh(ctx, d.Log); err != nil {
			return 0, err
		}
		if r.N() < p.entry.N {
			// Nobody was faster: the log ends as it was read, and is not what it was.
			return 0, r.reread(ctx, d.Log)
		}
	}
	return 0, ErrBusy
}

// Sweep does what has fallen due in a room: it credits a turn the time that an
// outage has taken, ends a game whose clock has run out, closes a room that nobody
// came to or that everybody left, queues what an AI owes, and deletes a log that was
// kept long enough. Several processes may sweep the same room at once.
func (d Door) Sweep(ctx context.Context, id ID) error {
	r, err := Open(ctx, d.Log, id)
	if errors.Is(err, ErrNotFound) {
		// An append whose log was lost: only the deadline is left of it.
		return ignoreConflict(d.Log.Delete(ctx, id, 0))
	}
	if err != nil {
		return err
	}
	if err := d.creditFallen(ctx, r); err != nil {
		return err
	}
	now := d.now()
	var state *State
	var n uint64
	var expired bool
	var fx Effects
	r.View(func(s *State) {
		state, n, expired = s, s.N, s.expired(now, d.retention())
		fx = s.effects(id, now, d.retention())
	})
	if expired {
		return ignoreConflict(d.Log.Delete(ctx, id, n))
	}
	_, err = d.Play(ctx, r, Command{ID: expireID(n), Seen: n, Do: Expire{}})
	if !errors.Is(err, ErrNothingDue) && !errors.Is(err, ErrClosed) {
		return err
	}
	err = d.Log.Touch(ctx, id, n, fx)
	if err == nil {
		d.touched(id, state, fx, now)
	}
	return ignoreConflict(err)
}

// expireID names an Expire after the entry that it follows: time may run out in
// every game of a room, but only once after each entry, however many sweep.
func expireID(n uint64) string { return fmt.Sprintf("expire-%d", n) }

// ignoreConflict forgives a lost race: whoever won has set the deadline anew, or left
// an early one, at which the next sweep does.
func ignoreConflict(err error) error {
	if errors.Is(err, ErrConflict) {
		return nil
	}
	return err
}
