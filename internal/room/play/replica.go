package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Replica is a room as one process knows it: the entries that it has read and their
// fold. It may be behind the log. It is safe for concurrent use.
type Replica struct {
	id room.ID

	mu       sync.Mutex
	state    *room.State // never changes: each entry makes a new one
	version  uint64
	entries  []room.Entry
	commands map[uint64]uint64 // hashes of commands in the log → the last number with it
	decided  decision          // the last one
}

// ErrRewound says that the log no longer holds what the replica had read: it was cut
// short, deleted or restored from an older copy. The replica has been read again from
// entry 1, and everybody who was shown its entries must start again too.
var ErrRewound = errors.New("room: the log was rewound")

// NewReplica returns a replica that has read nothing yet.
func NewReplica(id room.ID) *Replica {
	r := &Replica{id: id}
	r.reset()
	return r
}

// Open reads a room. It fails with storage.ErrNotFound if there is none.
func Open(ctx context.Context, log storage.Log, id room.ID) (*Replica, error) {
	r := NewReplica(id)
	if err := r.Refresh(ctx, log); err != nil {
		return nil, err
	}
	if r.N() == 0 {
		return nil, fmt.Errorf("%w: room %s", storage.ErrNotFound, id)
	}
	return r, nil
}

func (r *Replica) reset() {
	r.version++
	r.state, r.entries, r.commands, r.decided = &room.State{}, nil, map[uint64]uint64{}, decision{}
}

// ID returns the room's name.
func (r *Replica) ID() room.ID { return r.id }

// N returns the number of the last entry that was read; 0: none was.
func (r *Replica) N() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.N
}

// Version returns a number that changes with each change of the replica.
func (r *Replica) Version() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.version
}

// View calls f with the present state, which f must not change.
func (r *Replica) View(f func(*room.State)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(r.state)
}

// Since returns the entries after the one with this number and digest, in order; 0 and
// "" give all of them. It reports false if the replica does not hold that entry. The
// result must not be changed.
func (r *Replica) Since(n uint64, digest string) ([]room.Entry, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.holds(n, digest) {
		return nil, false
	}
	return slices.Clip(r.entries[n:]), true
}

// holds reports whether entry n has this digest, with mu held.
func (r *Replica) holds(n uint64, digest string) bool {
	switch {
	case n == 0:
		return digest == ""
	case n > uint64(len(r.entries)):
		return false
	default:
		return r.entries[n-1].Digest == digest
	}
}

// Apply adds one entry. An entry that the replica has already changes nothing. It
// reports false if entries in between are missing, if e does not follow, or if this
// program is too old for e. Refresh tells which.
func (r *Replica) Apply(e room.Entry) bool { return r.take(e) == nil }

// errGap says that an entry is not the next one.
var errGap = errors.New("room: the entry does not follow")

// take is Apply with an error instead of a bool.
func (r *Replica) take(e room.Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case e.N <= r.state.N && r.holds(e.N, e.Digest):
		return nil
	case e.N != r.state.N+1:
		return errGap
	}
	return r.apply(e)
}

// apply folds the next entry, with mu held. If it fails the replica is unchanged. The
// state after an entry that was decided here is known already.
func (r *Replica) apply(e room.Entry) error {
	next := r.decided.State
	if r.decided.from != r.state || !bytes.Equal(r.decided.Entry.Raw(), e.Raw()) {
		next = r.state.Clone()
		if err := next.Apply(e); err != nil {
			return err
		}
	}
	r.version++
	r.state, r.decided = next, decision{}
	r.entries = append(r.entries, e)
	if e.Cmd != "" {
		r.commands[hashCommand(e.By, e.Cmd)] = e.N
	}
	return nil
}

// find returns the number of a command in the log, or 0, with mu held. If two commands
// have the same hash it walks back to the earlier one.
func (r *Replica) find(by room.PlayerID, id string) uint64 {
	n := r.commands[hashCommand(by, id)]
	for ; n > 0; n-- {
		if e := &r.entries[n-1]; e.Cmd == id && e.By == by {
			break
		}
	}
	return n
}

// commandSeed keeps clients from choosing commands with equal hashes.
var commandSeed = maphash.MakeSeed()

func hashCommand(by room.PlayerID, id string) uint64 {
	return maphash.Comparable(commandSeed, [2]string{string(by), id})
}

// Refresh reads on from the last entry that was read. If the log no longer has that
// entry, it reads the room again and fails with ErrRewound. It stops at an entry that
// this program is too old for, with room.ErrTooNew: then no command can be carried out
// on the replica, because it does not reach the end of the log.
func (r *Replica) Refresh(ctx context.Context, log storage.Log) error {
	n := r.N()
	entries, err := log.Read(ctx, r.id, max(n, 1)-1)
	if err != nil {
		return err
	}
	if n > 0 && len(entries) == 0 {
		return r.reread(ctx, log)
	}
	for _, e := range entries {
		switch err := r.take(e); {
		case errors.Is(err, room.ErrTooNew):
			return err
		case err != nil:
			return r.reread(ctx, log)
		}
	}
	return nil
}

// reread reads the whole log again and replaces the contents of the replica. It then fails
// with ErrRewound. If the log is damaged or cannot be read, it changes nothing and returns
// that error.
func (r *Replica) reread(ctx context.Context, log storage.Log) error {
	entries, err := log.Read(ctx, r.id, 0)
	if err != nil {
		return err
	}
	fresh := NewReplica(r.id)
	for _, e := range entries {
		if err := fresh.apply(e); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reset()
	r.state, r.entries, r.commands = fresh.state, fresh.entries, fresh.commands
	return fmt.Errorf("%w: room %s", ErrRewound, r.id)
}

// decision is a step that this replica has decided and that may be appended.
type decision struct {
	room.Step
	stored uint64      // not 0: the command is in the log already, at this number
	from   *room.State // the state that the step starts from
}

// decide decides a command in the present state, unless the log has it already.
func (r *Replica) decide(c room.Command, now time.Time, retention time.Duration) (decision, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := r.find(c.By, c.ID); n != 0 {
		if !c.Made(r.entries[n-1].Event) {
			return decision{}, room.ErrIDUsed
		}
		return decision{stored: n}, nil
	}
	step, err := r.state.Next(r.id, c, now, retention)
	if err != nil {
		return decision{}, err
	}
	r.decided = decision{Step: step, from: r.state}
	return r.decided, nil
}
