package play

import (
	"context"
	"hash/maphash"
	"slices"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// This file finds the entry of a command that was sent before. A replica knows the commands of
// more entries than it holds: of each it keeps a hash of 8 bytes.

// noteCommands adds the commands of the next entries, with mu held.
func (r *Replica) noteCommands(entries []room.Entry) {
	for _, e := range entries {
		r.commands = append(r.commands, hashCommand(e.By, e.Cmd))
	}
	if n := len(r.commands); n > 2*room.CommandWindow {
		r.commands = append([]uint64(nil), r.commands[n-room.CommandWindow:]...)
	}
}

// find returns the entry of a command, or nil if the replica does not hold it. mu must be held.
func (r *Replica) find(by room.PlayerID, id string) *room.Entry {
	hash := hashCommand(by, id)
	hashes := r.commands[len(r.commands)-len(r.entries):]
	for i := len(hashes) - 1; i >= 0; i-- {
		if e := &r.entries[i]; hashes[i] == hash && e.Cmd == id && e.By == by {
			return e
		}
	}
	return nil
}

// findDropped returns the entry of a command among the entries that the replica does not hold,
// or nil. It looks for it in the entries after c.Seen, which the command's sender had read, and
// at most in the last room.CommandWindow entries; for that of a Create also in entry 1. After entry searched it has not looked.
// findDropped fails with ErrRewound if the log's entries do not lead to those of the replica.
func (r *Replica) findDropped(ctx context.Context, log storage.Log, c room.Command) (e *room.Entry, searched uint64, err error) {
	searched = r.Before()
	if c.Seen >= searched {
		return nil, c.Seen, nil
	}
	first := r.N()
	first = max(c.Seen, first-min(first, room.CommandWindow))
	if err := r.reachWindow(ctx, log, first); err != nil {
		return nil, 0, err
	}
	numbers := r.candidates(c, first, searched)
	if _, create := c.Do.(room.Create); create && first > 0 {
		numbers = append(numbers, 1) // the only entry that a Create can have made
	}
	for _, n := range numbers {
		entries, err := log.Read(ctx, r.id, n-1, 1)
		if err != nil {
			return nil, 0, err
		}
		if len(entries) == 1 && entries[0].Cmd == c.ID && entries[0].By == c.By {
			return &entries[0], searched, nil
		}
	}
	return nil, searched, nil
}

// candidates returns the numbers of the entries after entry first, up to entry last, whose command
// has the hash of c.
func (r *Replica) candidates(c room.Command, first, last uint64) (numbers []uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	hash := hashCommand(c.By, c.ID)
	for n := max(first, r.noted()) + 1; n <= min(last, r.state.N); n++ {
		if r.commands[n-r.noted()-1] == hash {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// noted returns how many entries of the log precede those whose commands the replica knows, with
// mu held.
func (r *Replica) noted() uint64 { return r.state.N - uint64(len(r.commands)) }

// reachWindow makes the replica know the commands of all entries after entry first.
func (r *Replica) reachWindow(ctx context.Context, log storage.Log, first uint64) error {
	for {
		r.mu.Lock()
		noted, held := r.noted(), r.before()+1
		r.mu.Unlock()
		if noted <= first {
			return nil
		}
		entries, err := log.Read(ctx, r.id, first, int(held-first))
		if err != nil {
			return err
		}
		if uint64(len(entries)) < held-first || !r.noteEarlier(entries) {
			return r.reread(ctx, log)
		}
	}
}

// noteEarlier adds the commands of earlier entries, the last of which the replica holds. If the
// replica has dropped that entry meanwhile, noteEarlier changes nothing. It returns false if the
// entries do not lead to those that the replica holds.
func (r *Replica) noteEarlier(entries []room.Entry) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, first := entries[len(entries)-1], entries[0].N-1
	if last.N <= r.before() {
		return true
	}
	if !r.holds(last.N, last.Digest) {
		return false
	}
	if noted := r.noted(); noted > first {
		earlier := make([]uint64, noted-first)
		for i := range earlier {
			earlier[i] = hashCommand(entries[i].By, entries[i].Cmd)
		}
		r.commands = slices.Concat(earlier, r.commands)
	}
	return true
}

// commandSeed is random, so that clients cannot choose commands with equal hashes.
var commandSeed = maphash.MakeSeed()

func hashCommand(by room.PlayerID, id string) uint64 {
	return maphash.Comparable(commandSeed, [2]string{string(by), id})
}

// repeated returns the number of the entry that a command has made before. It fails with
// room.ErrIDUsed if another command with the same ID has made the entry.
func repeated(c room.Command, e *room.Entry) (uint64, error) {
	if !c.Made(e.Event) {
		return 0, room.ErrIDUsed
	}
	return e.N, nil
}
