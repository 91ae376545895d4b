// Package play changes rooms: it carries commands out on the log, for people and AI
// workers alike.
//
// It promises:
//
//   - Commands change a room through Executor.Play only. An acknowledged command is
//     stored; a refused one is not.
//   - A command that is sent again, with the same ID by the same player, is acknowledged
//     with the number that it got the first time. Another command with that ID is refused.
//     If more than room.CommandWindow entries were stored since its sender read the log, it
//     is refused with room.ErrStale instead, unless it is a Create or a Take.
//   - Two replicas that have both read up to entry n have read the same entries.
//
// Its users must authenticate Command.By, and must call Sweep for each room that
// storage.Deadlines lists: a room has no goroutine and no timer of its own.
//
// How it works: Play decides the command on a Replica of the room (room.State.Next) and
// appends the entry with its effects, if the log still ends where the replica does. After
// a conflict it reads on and decides again. It keeps a snapshot of the room from time to
// time, so that a replica need not begin with entry 1.
package play

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// maxRaces bounds how often Play decides again after a conflict. Each conflict means
// that another writer has stored an entry, so the room as a whole moves on.
const maxRaces = 20

// Executor carries commands out. Its methods are safe for concurrent use.
type Executor struct {
	Log storage.Log

	// Observer is told of each append and sweep; nil: none.
	Observer Observer

	// Retention is how long the log of a finished room is kept; room.DefaultRetention
	// if 0.
	Retention time.Duration

	// MaxEntries is the length of a log from which on no new game begins;
	// room.MaxEntries if 0, which it must not exceed.
	MaxEntries int

	// Now is the clock; time.Now if nil.
	Now func() time.Time

	// Admit is asked about each step before it is appended, and a step is not stored if
	// Admit returns an error. Admit may take the record out of the effects. Nil: every
	// step is admitted.
	Admit func(*room.Step) error

	// Outages returns the outages that this process has seen and that may still have to
	// be credited in a room, the earliest first. An outage that is not over has the present
	// time as its end. Every command calls Outages. Nil: there are none.
	Outages func(room.ID) []room.Outage
}

func (x Executor) now() time.Time {
	if x.Now == nil {
		return time.Now()
	}
	return x.Now()
}

func (x Executor) retention() time.Duration { return cmp.Or(x.Retention, room.DefaultRetention) }

func (x Executor) maxEntries() uint64 { return uint64(cmp.Or(x.MaxEntries, room.MaxEntries)) }

// Play carries c out, once, and returns the number of its entry when the entry is
// stored; r then holds the entry. Before Play decides, it credits the present turn for
// outages.
//
// It fails with a *room.Refusal if the command is not allowed, or with the error of Admit;
// then it was not stored, though the credit for an outage may have been.
// It fails with storage.ErrUnavailable or the error of ctx if the entry may have been
// stored: send the same command again. It fails with ErrRewound if the log no longer
// holds what r had read.
func (x Executor) Play(ctx context.Context, r *Replica, c room.Command) (uint64, error) {
	if !room.ValidCommandID(c.ID) {
		return 0, room.ErrBadCommand
	}
	if c.Seen > r.N() {
		// The player has read further than this process.
		if err := r.Refresh(ctx, x.Log); err != nil {
			return 0, err
		}
	}
	return x.play(ctx, r, c)
}

// play is Play for a well-formed command and a replica that has read as far as the
// player. Only commands of players credit the present turn. A Credit is a command without
// a player.
func (x Executor) play(ctx context.Context, r *Replica, c room.Command) (uint64, error) {
	for range maxRaces {
		if c.By != "" {
			if err := x.Credit(ctx, r); err != nil {
				return 0, err
			}
		}
		if err := r.reachWindow(ctx, x.Log, c.Seen); err != nil {
			return 0, err
		}
		if _, create := c.Do.(room.Create); create && r.Before() > 0 && x.hasCreated(ctx, r.id, c) {
			return 1, nil
		}
		d, err := r.decide(c, x.now(), x.retention())
		if err != nil {
			return 0, err
		}
		if d.stored != 0 {
			return d.stored, nil
		}
		if d.Entry.N > x.maxEntries() && room.RefusedWhenFull(d.Entry.Event) {
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
			r.Apply(d.Entry) // fails if r was read again meanwhile; the entry is stored
			x.keepSnapshot(ctx, r.id, d.State)
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

// hasCreated reports whether c has created the room, for a replica that does not hold
// entry 1.
func (x Executor) hasCreated(ctx context.Context, id room.ID, c room.Command) bool {
	entries, err := x.Log.ReadSome(ctx, id, 0, 1)
	return err == nil && len(entries) == 1 && entries[0].By == c.By && entries[0].Cmd == c.ID
}

// keepSnapshot keeps a snapshot after each room.SnapshotInterval entries. The entry is
// stored already, so nobody hears of a failure: readers read more.
func (x Executor) keepSnapshot(ctx context.Context, id room.ID, s *room.State) {
	if s.N%room.SnapshotInterval != 0 {
		return
	}
	if snapshot := s.Snapshot(); snapshot != nil {
		_ = x.Log.KeepSnapshot(ctx, id, s.N, snapshot)
	}
}
