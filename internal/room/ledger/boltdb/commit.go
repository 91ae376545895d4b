package boltdb

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

// maxGroup is the greatest number of calls of Commit that share one transaction.
const maxGroup = 256

// fillPercent is how full a page is left when it is split. Entries are mostly added at the end of
// a log, so a page rarely grows again. Members of sets come in any order; they need more space.
const fillPercent = 0.8

// call is one call of Commit.
type call struct {
	batches []*ledger.Batch
	failed  []int     // of each batch; the writing goroutine owns it until it has sent to done
	told    []message // what the batches publish
	done    chan error
}

// Commit implements ledger.Driver.
func (d *DB) Commit(ctx context.Context, batches ...*ledger.Batch) (failed []int, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if d.readOnly {
		return nil, fmt.Errorf("boltdb: %s is open for reading only: %w", d.path, storage.ErrUnavailable)
	}
	c := &call{batches: batches, failed: make([]int, len(batches)), done: make(chan error, 1)}
	select {
	case d.calls <- c:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-d.quit:
		return nil, errClosed
	}
	select {
	case err = <-c.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-d.stopped:
		select {
		case err = <-c.done: // the call was in the last group
		default:
			err = errClosed
		}
	}
	if err != nil {
		return nil, err
	}
	return c.failed, nil
}

// write is the goroutine that commits.
//
// A group has the calls that arrive while the group before is committed (group commit: DeWitt et
// al., Implementation Techniques for Main Memory Database Systems, 1984). bbolt's own DB.Batch
// makes the first caller of a group wait for a fixed delay, and runs changes twice if one of them
// fails.
func (d *DB) write() {
	defer close(d.stopped)
	for {
		select {
		case c := <-d.calls:
			d.commit(d.gather(c))
		case <-d.quit:
			return
		}
	}
}

// gather returns c and the calls that are already waiting. First it lets goroutines run that can,
// because they may call Commit.
func (d *DB) gather(c *call) []*call {
	group := []*call{c}
	runtime.Gosched()
	for len(group) < maxGroup {
		select {
		case c := <-d.calls:
			group = append(group, c)
		default:
			return group
		}
	}
	return group
}

// commit carries out a group and answers its calls. If a batch meets damage, commit carries out
// each call alone, so that the others succeed.
//
// commit publishes before it answers. So a watch that begins after a call has returned
// is not told of it.
func (d *DB) commit(group []*call) {
	err := d.update(group)
	if errors.Is(err, storage.ErrDamaged) && len(group) > 1 {
		for i := range group {
			d.commit(group[i : i+1])
		}
		return
	}
	for _, c := range group {
		if err == nil {
			d.watches.tell(c.told)
		}
		c.done <- err
	}
}

// errUnchanged ends a transaction that need not be written.
var errUnchanged = errors.New("boltdb: nothing has changed")

// update carries out a group in one transaction. If it fails, nothing has changed.
func (d *DB) update(group []*call) error {
	t := tx{memory: memory{tree: d.memory.Load()}}
	err := guard(func() error {
		return d.bolt.Update(func(b *bolt.Tx) error {
			t.file.bucket = b.Bucket(bucketKeys)
			t.file.bucket.FillPercent = fillPercent
			for _, c := range group {
				if err := c.run(&t); err != nil {
					return err
				}
			}
			if !t.file.changed {
				return errUnchanged
			}
			return nil
		})
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return wrap(err)
	}
	d.memory.Store(t.memory.tree)
	return nil
}

// run carries out the batches of a call.
func (c *call) run(t *tx) error {
	c.told = nil
	for i, b := range c.batches {
		failed, told, err := run(t, b)
		if err != nil {
			return err
		}
		c.failed[i] = failed
		c.told = append(c.told, told...)
	}
	return nil
}
