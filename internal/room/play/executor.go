// Package play changes rooms: it carries out the commands of people and AI workers on the log.
//
// It promises:
//
//   - Commands change a room through Executor.Play only. An acknowledged command is
//     stored. A refused command is not.
//   - A command that is sent again, with the same ID by the same player, is acknowledged
//     with the number of the entry that it made. Another command with that ID is refused.
//     A repeated command is refused with room.ErrStale if more than room.CommandWindow
//     entries were stored since its sender read the log. This does not apply to Create and
//     Take.
//   - Two replicas that have both read up to entry n have read the same entries.
//
// The caller must authenticate Command.By, and must call Sweep for each room that
// storage.Deadlines lists: a room has no goroutine and no timer of its own.
//
// How it works: Play decides the command on a Replica of the room (room.State.Next) and
// appends the entry with its effects, if the log still ends where the replica does. After
// a conflict Play reads the new entries and decides again. From time to time Play stores a
// snapshot of the room, so that a new replica need not read from entry 1.
package play

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// maxRaces is how often Play decides a command before it gives up because of conflicts. Each
// conflict means that another writer has stored an entry, so the room makes progress.
const maxRaces = 20

// Executor carries commands out. Its methods are safe for concurrent use.
type Executor struct {
	Log storage.Log

	// Observer is called after each append and sweep. It may be nil.
	Observer Observer

	// Retention is how long the log of a finished room is kept; room.DefaultRetention
	// if 0.
	Retention time.Duration

	// Now is the clock; time.Now if nil.
	Now func() time.Time

	// Admit is called with each step before the step is appended. If Admit returns an error,
	// the step is not stored. Admit may remove the record from the effects. Nil: every step
	// is admitted.
	Admit func(*room.Step) error

	// Outages returns the outages that may still have to be credited in a room, the earliest
	// first. Every command calls Outages. Nil: there are no outages.
	Outages func(room.ID) []room.Outage
}

func (x Executor) now() time.Time {
	if x.Now == nil {
		return time.Now()
	}
	return x.Now()
}

func (x Executor) retention() time.Duration { return cmp.Or(x.Retention, room.DefaultRetention) }

// Play carries c out, once, and returns the number of the entry once it is stored. Then r
// holds the entry. Before Play decides, it credits the present turn for outages.
//
// Play fails with a *room.Refusal if the command is not allowed, or with the error of Admit.
// Then the command was not stored, but a credit for an outage may have been.
// Play fails with storage.ErrUnavailable or the error of ctx if the entry may have been
// stored: the caller should send the same command again. It fails with ErrRewound if the
// log no longer has the entries that r had read.
func (x Executor) Play(ctx context.Context, r *Replica, c room.Command) (uint64, error) {
	if !room.ValidCommandID(c.ID) {
		return 0, room.ErrBadCommand
	}
	if c.Seen > r.N() {
		// The player has seen entries that this process has not read.
		if err := r.Refresh(ctx, x.Log); err != nil {
			return 0, err
		}
	}
	return x.play(ctx, r, c)
}

// play implements Play for a well-formed command and a replica that has read every entry that
// the player has seen. Only a command with a player credits the present turn first. A Credit
// has no player.
func (x Executor) play(ctx context.Context, r *Replica, c room.Command) (uint64, error) {
	for range maxRaces {
		if c.By != "" {
			if err := x.Credit(ctx, r); err != nil {
				return 0, err
			}
		}
		stored, searched, err := r.findDropped(ctx, x.Log, c)
		if err != nil {
			return 0, err
		}
		if stored != nil {
			return repeated(c, stored)
		}
		d, err := r.decide(c, searched, x.now(), x.retention())
		if errors.Is(err, errDropped) {
			continue
		}
		if err != nil {
			return 0, err
		}
		if d.stored != 0 {
			return d.stored, nil
		}
		if d.Entry.N > room.MaxEntries && room.RefusedWhenFull(d.Entry.Event) {
			return 0, room.ErrFull
		}
		if d.Entry.N == 1 {
			d.Effects.Origin = c.Origin
		}
		if x.Admit != nil {
			if err := x.Admit(&d.Step); err != nil {
				return 0, err
			}
		}
		err = x.Log.Append(ctx, r.id, d.Entry, d.Effects)
		switch {
		case err == nil:
			r.Apply(d.Entry) // may fail if another goroutine has reread r; the entry is stored anyway
			if d.Entry.N%room.SnapshotInterval == 0 {
				keepSnapshot(ctx, x.Log, r.id, d.State)
			}
			if x.Observer != nil {
				x.Observer.Stored(r.id, d.Step)
			}
			return d.Entry.N, nil
		case !errors.Is(err, storage.ErrConflict):
			return 0, err
		}
		if err := r.Refresh(ctx, x.Log); err != nil {
			return 0, err
		}
		if r.N() < d.Entry.N {
			// r has no entry that explains the conflict, so the log was rewound. Another
			// goroutine may have reread r already.
			return 0, r.reread(ctx, x.Log)
		}
	}
	return 0, room.ErrBusy
}
