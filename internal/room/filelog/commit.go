package filelog

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/storage"
)

// maxGroup is the greatest number of changes that share one transaction.
const maxGroup = 256

// change is one write, and a function to call when the write is on the disk.
type change struct {
	// apply checks first and then writes. If it returns a refusal (see isRefusal) it has
	// written nothing, and the transaction goes on with the other changes. Any other
	// error undoes and fails the whole group. It may be called twice, the first time in a
	// transaction that is undone.
	apply func(*bolt.Tx) error

	// then updates the data in memory. It may be nil. It is called in the order of the changes,
	// before submit returns.
	then func()

	// tell tells watchers about an entry. It may be nil. It is called in the order of the
	// changes, after all changes of the group were answered. So a hub mostly broadcasts its own
	// entry together with its answer, and the notice finds nothing left to do.
	tell func()

	refusal error
	done    chan error
}

// isRefusal reports whether err refuses one change. Any other error concerns the file.
func isRefusal(err error) bool {
	return errors.Is(err, storage.ErrConflict) || errors.Is(err, storage.ErrNotFound)
}

// submit hands a change to the writer and waits until the change is on the disk. If ctx ends
// first, the change may still be written.
func (s *Store) submit(ctx context.Context, c *change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.readOnly {
		return fmt.Errorf("filelog: %s is open for reading only", s.path)
	}
	c.done = make(chan error, 1)
	select {
	case s.changes <- c:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.quit:
		return errClosed
	}
	select {
	case err := <-c.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-s.stopped:
	}
	select {
	case err := <-c.done: // the change was in the last group
		return err
	default:
		return errClosed
	}
}

// write is the goroutine that commits.
//
// A group has the changes that arrive while the group before is committed (group commit:
// DeWitt et al., Implementation Techniques for Main Memory Database Systems, 1984). bbolt's own DB.Batch
// makes the first caller of a group wait for a fixed delay, and runs changes twice if
// one of them fails.
func (s *Store) write() {
	defer close(s.stopped)
	for {
		select {
		case c := <-s.changes:
			s.commit(s.gather(c))
			if s.journal.count >= maxJournal {
				s.emptyJournal()
			}
		case <-s.quit:
			for {
				select {
				case c := <-s.changes:
					s.commit(s.gather(c))
				default:
					s.emptyJournal()
					return
				}
			}
		}
	}
}

// gather returns c and the changes that are already waiting. First it lets goroutines run that
// can, because they may submit more changes.
func (s *Store) gather(c *change) []*change {
	group := []*change{c}
	runtime.Gosched()
	for len(group) < maxGroup {
		select {
		case c := <-s.changes:
			group = append(group, c)
		default:
			return group
		}
	}
	return group
}

// commit writes a group and answers its changes. If one change meets damage, commit writes
// each change alone, so that the others succeed.
func (s *Store) commit(group []*change) {
	err := s.writeJournaling(func(tx *bolt.Tx) error {
		for _, c := range group {
			err := c.apply(tx)
			if err != nil && !isRefusal(err) {
				return err
			}
			c.refusal = err
		}
		return nil
	})
	if errors.Is(err, storage.ErrDamaged) && len(group) > 1 {
		for i := range group {
			s.commit(group[i : i+1])
		}
		return
	}
	for _, c := range group {
		switch {
		case err != nil:
			c.done <- err
		case c.refusal != nil:
			c.done <- c.refusal
		default:
			if c.then != nil {
				c.then()
			}
			c.done <- nil
		}
	}
	for _, c := range group {
		if err == nil && c.refusal == nil && c.tell != nil {
			c.tell()
		}
	}
}
