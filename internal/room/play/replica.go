package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Replica is a room as one process knows it: its state, and the latest entries. It may be
// behind the log. It is safe for concurrent use.
//
// A replica begins with the snapshot of the room and holds the entries after the snapshot. If
// they become too many, it drops the older half. Who needs an earlier entry reads it from the
// log.
type Replica struct {
	id room.ID

	mu       sync.Mutex
	state    *room.State  // new entries make a new State
	entries  []room.Entry // numbered without gaps; the last is entry state.N
	commands []uint64     // hashes of the commands of the last entries; the last is of entry state.N
	decided  decision     // the last decision
}

// ErrRewound says that the log no longer has the entries that the replica had read: the log was
// cut short, deleted or restored from an older copy. The replica has been read again.
// Everybody who was sent its entries must start again too.
var ErrRewound = errors.New("room: the log was rewound")

// NewReplica returns a replica that has read nothing yet.
func NewReplica(id room.ID) *Replica {
	return &Replica{id: id, state: &room.State{}}
}

// maxHeld is the greatest number of entries that a replica holds. If a new entry exceeds it,
// the replica drops the older half. So it holds at least the entries that a client with a recent
// cursor lacks: a client that lacks more than room.SnapshotInterval gets a snapshot.
const maxHeld = 2 * room.SnapshotInterval

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

// replace makes r equal to fresh, with mu held.
func (r *Replica) replace(fresh *Replica) {
	r.state, r.entries, r.commands, r.decided = fresh.state, fresh.entries, fresh.commands, decision{}
}

// ID returns the room's name.
func (r *Replica) ID() room.ID { return r.id }

// N returns the number of the last entry that was read, or 0 if none was.
func (r *Replica) N() uint64 { return r.State().N }

// State returns the present state. It never changes: a change of the replica makes a new State.
func (r *Replica) State() *room.State {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}

// Since returns the entries after the entry with this number and digest. For 0 and "" it
// returns all entries. It returns false if the replica does not hold that entry. The result
// must not be changed.
func (r *Replica) Since(n uint64, digest string) ([]room.Entry, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.holds(n, digest) {
		return nil, false
	}
	return slices.Clip(r.entries[n-r.before():]), true
}

// Held returns how many entries the replica holds.
func (r *Replica) Held() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.entries)
}

// Before returns how many entries of the log precede those that the replica holds.
func (r *Replica) Before() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.before()
}

// before implements Before with mu held.
func (r *Replica) before() uint64 { return r.state.N - uint64(len(r.entries)) }

// holds reports whether the replica holds entry n with this digest and all entries after
// it, with mu held.
func (r *Replica) holds(n uint64, digest string) bool {
	switch {
	case n == 0:
		return digest == "" && r.before() == 0
	case n <= r.before() || n > r.state.N:
		return false
	default:
		return r.entries[n-r.before()-1].Digest == digest
	}
}

// Apply adds an entry. An entry that the replica has read already changes nothing. Apply
// returns false if entries before e are missing, if e does not follow the last entry, or if
// this program is too old for e. The error of Refresh says which.
func (r *Replica) Apply(e room.Entry) bool { return r.takeAll(e) == nil }

// errOther says that the replica holds another entry with the number of an entry.
var errOther = errors.New("room: the replica holds another entry")

// takeAll adds entries that follow each other. The replica may have read the first of these already.
func (r *Replica) takeAll(entries ...room.Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(entries) > 0 && entries[0].N <= r.state.N {
		if first := entries[0]; first.N > r.before() && !r.holds(first.N, first.Digest) {
			return errOther
		}
		entries = entries[1:]
	}
	return r.fold(entries)
}

// fold adds the next entries, with mu held. It copies the state once and folds all entries into
// the copy. If an entry fails, fold adds only those before it.
func (r *Replica) fold(entries []room.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	// If this replica has decided the entry, the state after it is known already.
	if next := r.decided.State; len(entries) == 1 && r.decided.from == r.state && bytes.Equal(r.decided.Entry.Raw(), entries[0].Raw()) {
		r.publish(next, entries)
		return nil
	}
	next := r.state.Clone()
	for i, e := range entries {
		if err := next.Apply(e); err != nil {
			if i > 0 {
				_ = r.fold(entries[:i]) // again, because a failed Apply has made next unusable
			}
			return err
		}
	}
	r.publish(next, entries)
	return nil
}

// publish makes next the state after these entries, with mu held.
func (r *Replica) publish(next *room.State, entries []room.Entry) {
	r.state, r.decided = next, decision{}
	r.entries = append(r.entries, entries...)
	r.noteCommands(entries)
	if n := len(r.entries); n > maxHeld {
		r.entries = append([]room.Entry(nil), r.entries[n-maxHeld/2:]...) // a copy frees the memory of the dropped entries
	}
}

// errDropped says that a replica has dropped entries in which a command must be looked for.
var errDropped = errors.New("room: the replica has dropped entries")

// decision is a step that this replica has decided, or the number of a command's entry.
type decision struct {
	room.Step
	stored uint64      // number of the entry that has the command already; 0: none
	from   *room.State // the state in which the step was decided
}

// worksOnce reports whether a room accepts a command like this only once. The sender need not
// have read the room.
func worksOnce(do room.Action) bool {
	switch do.(type) {
	case room.Create, room.Take:
		return true
	}
	return false
}

// decide decides a command in the present state, unless the replica holds its entry already. It
// fails with errDropped if the replica does not hold all entries after entry searched.
func (r *Replica) decide(c room.Command, searched uint64, now time.Time, retention time.Duration) (decision, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.find(c.By, c.ID); e != nil {
		n, err := repeated(c, e)
		return decision{stored: n}, err
	}
	if r.before() > searched {
		return decision{}, errDropped
	}
	if c.Seen+room.CommandWindow < r.state.N && !worksOnce(c.Do) {
		return decision{}, room.ErrStale // an entry that the replica does not hold may have the command
	}
	step, err := r.state.Next(r.id, c, now, retention)
	if err != nil {
		return decision{}, err
	}
	r.decided = decision{Step: step, from: r.state}
	return r.decided, nil
}
