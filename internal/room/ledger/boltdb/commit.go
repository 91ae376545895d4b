package boltdb

import (
	"context"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

// fillPercent is how full a page is left when it is split. Entries are mostly added at the end of
// a log, so a page rarely grows again. Members of sets come in any order; they need more space.
const fillPercent = 0.8

// Commit implements ledger.Driver.
func (d *DB) Commit(ctx context.Context, batches ...*ledger.Batch) (failed []int, err error) {
	if d.readOnly && ctx.Err() == nil {
		return nil, fmt.Errorf("boltdb: %s is open for reading only: %w", d.path, storage.ErrUnavailable)
	}
	return d.groups.Commit(ctx, batches)
}

// commit carries out a group and answers its calls. If a batch meets damage, commit carries out
// each call alone, so that the others succeed.
//
// commit publishes what a call publishes before it answers the call. So a watch that begins after the
// call has returned is not told of it.
func (d *DB) commit(group []*ledger.Call) {
	err := d.update(group)
	if errors.Is(err, storage.ErrDamaged) && len(group) > 1 {
		for i := range group {
			d.commit(group[i : i+1])
		}
		return
	}
	for _, c := range group {
		if err == nil {
			for _, op := range c.Published() {
				d.watches.Tell(op.Key, op.A)
			}
		}
		c.Answer(err)
	}
	if d.journal >= d.emptyAt {
		d.emptyJournal()
	}
}

// errUnchanged ends a transaction that need not be written.
var errUnchanged = errors.New("boltdb: nothing has changed")

// update carries out a group in one transaction. If it fails, nothing has changed.
func (d *DB) update(group []*ledger.Call) error {
	s := d.state.Load()
	var t *tx
	err := d.writeTx(func(b *bolt.Tx) error {
		t = s.in(b)
		for _, c := range group {
			for i, batch := range c.Batches {
				c.Failed[i] = t.run(batch)
			}
		}
		if len(t.lasting.changes) == 0 {
			return errUnchanged
		}
		return t.lasting.changes.store(b)
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return wrap(err)
	}
	d.journal += len(t.lasting.changes)
	d.state.Store(&state{recent: t.lasting.recent, volatile: t.volatile.recent, emptied: s.emptied})
	return nil
}
