package room

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Replica is a room as one process knows it: the entries that it has read and
// their fold. It may be behind the log, never beside it: what it holds is what
// the log held. It is safe for concurrent use.
type Replica struct {
	id ID

	mu      sync.Mutex
	state   *State
	entries []Entry
	stored  map[commandKey]uint64 // commands in the log → the numbers they got
}

type commandKey struct {
	by PlayerID
	id string
}

// ErrRewound says that the log no longer holds what the replica had read: it
// was cut short, deleted or restored from an older copy. The replica has been
// read anew, and whoever was shown its entries must start anew as well.
var ErrRewound = errors.New("room: the log was rewound")

// NewReplica returns a replica of a room of which nothing has been read.
func NewReplica(id ID) *Replica {
	r := &Replica{id: id}
	r.reset()
	return r
}

// Open reads a room. ErrNotFound: there is none.
func Open(ctx context.Context, log Log, id ID) (*Replica, error) {
	r := NewReplica(id)
	if _, err := r.Refresh(ctx, log); err != nil {
		return nil, err
	}
	if r.N() == 0 {
		return nil, fmt.Errorf("%w: room %s", ErrNotFound, id)
	}
	return r, nil
}

func (r *Replica) reset() {
	r.state, r.entries, r.stored = &State{}, nil, map[commandKey]uint64{}
}

// ID returns the room's name.
func (r *Replica) ID() ID { return r.id }

// N returns the number of the last entry that was read, 0 if none.
func (r *Replica) N() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.N
}

// View calls f with the state as it stands. f must not keep or change it.
func (r *Replica) View(f func(*State)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(r.state)
}

// After returns the entries after n, in order. The result must not be changed.
func (r *Replica) After(n uint64) []Entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n >= uint64(len(r.entries)) {
		return nil
	}
	return slices.Clip(r.entries[n:])
}

// Holds reports whether entry n has this digest. Number 0 has the empty one.
func (r *Replica) Holds(n uint64, digest string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case n == 0:
		return digest == ""
	case n > uint64(len(r.entries)):
		return false
	default:
		return r.entries[n-1].Digest == digest
	}
}

// Apply takes in one entry. An entry that it has already is nothing new. It
// reports false if entries between are missing, or the entry is not the one
// that follows: then Refresh finds out.
func (r *Replica) Apply(e Entry) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.N <= r.state.N {
		return r.entries[e.N-1].Digest == e.Digest
	}
	return e.N == r.state.N+1 && r.apply(e) == nil
}

// apply folds the entry that follows; the caller holds mu. An entry that does
// not follow leaves the replica as it was.
func (r *Replica) apply(e Entry) error {
	next := r.state.clone()
	if err := next.Apply(e); err != nil {
		return err
	}
	r.state = next
	r.entries = append(r.entries, e)
	if e.Cmd != "" {
		r.stored[commandKey{e.By, e.Cmd}] = e.N
	}
	return nil
}

// Refresh reads on, and reports whether there was anything new. ErrRewound: the
// log does not continue what was read.
func (r *Replica) Refresh(ctx context.Context, log Log) (bool, error) {
	entries, err := log.Read(ctx, r.id, r.N())
	if err != nil {
		return false, err
	}
	n := r.N()
	for _, e := range entries {
		if !r.Apply(e) {
			return false, r.reread(ctx, log)
		}
	}
	return r.N() > n, nil
}

// reread replaces all that was read by what the log holds now.
func (r *Replica) reread(ctx context.Context, log Log) error {
	entries, err := log.Read(ctx, r.id, 0)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reset()
	for _, e := range entries {
		if err := r.apply(e); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: room %s", ErrRewound, r.id)
}

// proposal is what a command would append.
type proposal struct {
	entry  Entry
	fx     Effects
	stored uint64 // not 0: the command is in the log already, at this number
}

// propose decides a command as the room stands.
func (r *Replica) propose(c Command, now time.Time, retention time.Duration) (proposal, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := r.stored[commandKey{c.By, c.ID}]; n != 0 {
		return proposal{stored: n}, nil
	}
	ev, err := Decide(r.state, c, now)
	if err != nil {
		return proposal{}, err
	}
	// Time does not run backwards within a room, though the clocks of two
	// processes may differ.
	at := now
	if at.Before(r.state.At) {
		at = r.state.At
	}
	entry, err := Seal(r.state.Digest, r.state.N+1, at, c.By, c.ID, ev)
	if err != nil {
		return proposal{}, err
	}
	next := r.state.clone()
	if err := next.Apply(entry); err != nil {
		return proposal{}, err
	}
	return proposal{entry: entry, fx: next.effects(r.id, at, retention)}, nil
}
