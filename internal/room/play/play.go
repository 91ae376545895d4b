package play

import (
	"cmp"
	"context"
	"errors"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"time"
)

// maxRaces bounds how often Play decides anew after losing a race. To lose once
// another writer must have been served, so that the room as a whole moves on.
const maxRaces = 20

// Door is what Play needs to know beside the room.
type Executor struct {
	Log storage.Log

	// Observer is told what was stored; nil: nobody is.
	Observer Observer

	// Retention is how long a finished room's log stays; DefaultRetention if 0.
	Retention time.Duration

	// MaxEntries is the limit MaxEntries, or less; MaxEntries if 0.
	MaxEntries int

	// Now is the clock; time.Now if nil.
	Now func() time.Time

	// Outages returns those of this process that may still be owed to a turn in a
	// room, the earliest first; of one that is not over the part up to now. It is
	// called with every command; nil: there are none.
	Outages func(room.ID) []room.Outage
}

func (d Executor) now() time.Time {
	if d.Now == nil {
		return time.Now()
	}
	return d.Now()
}

func (d Executor) retention() time.Duration {
	if d.Retention == 0 {
		return room.DefaultRetention
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
func (d Executor) Play(ctx context.Context, r *Replica, c room.Command) (uint64, error) {
	if c.ID == "" || len(c.ID) > room.MaxCommandID {
		return 0, room.ErrBadCommand
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
func (d Executor) play(ctx context.Context, r *Replica, c room.Command) (uint64, error) {
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
		if p.Entry.N > d.maxEntries() && room.Lengthens(p.Entry.Event) {
			return 0, room.ErrFull
		}
		err = d.Log.Append(ctx, r.id, p.Entry, p.Effects)
		switch {
		case err == nil:
			r.Apply(p.Entry) // if it cannot, somebody has rewound r meanwhile; the entry is stored
			d.stored(r.id, p.Step)
			return p.Entry.N, nil
		case !errors.Is(err, storage.ErrConflict):
			return 0, err
		}
		if err := r.Refresh(ctx, d.Log); err != nil {
			return 0, err
		}
		if r.N() < p.Entry.N {
			// Nobody was faster: the log ends as it was read, and is not what it was.
			return 0, r.reread(ctx, d.Log)
		}
	}
	return 0, room.ErrBusy
}

func (d Executor) maxEntries() uint64 { return uint64(cmp.Or(d.MaxEntries, room.MaxEntries)) }
