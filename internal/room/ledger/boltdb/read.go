package boltdb

import (
	"context"
	"math"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/ledger"
)

// view runs a read transaction.
func (d *DB) view(ctx context.Context, fn func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for {
		s, fits := d.state.Load(), false
		err := d.readTx(func(b *bolt.Tx) error {
			if fits = d.state.Load().emptied == s.emptied; !fits {
				return nil
			}
			return fn(s.in(b))
		})
		if fits || err != nil {
			return wrap(err)
		}
	}
}

// Log implements ledger.Driver.
func (d *DB) Log(ctx context.Context, log string, n uint64, limit int) (entries [][]byte, err error) {
	err = d.view(ctx, func(t *tx) error {
		entries, err = t.of(log).entries(log, n, limit)
		return err
	})
	return entries, err
}

// Lengths implements ledger.Driver.
func (d *DB) Lengths(ctx context.Context, logs []string) ([]uint64, error) {
	lengths := make([]uint64, len(logs))
	err := d.view(ctx, func(t *tx) (err error) {
		for i, log := range logs {
			if lengths[i], _, err = t.of(log).last(log); err != nil {
				return damaged("log %s: %w", log, err)
			}
		}
		return nil
	})
	return lengths, err
}

// Fields implements ledger.Driver.
func (d *DB) Fields(ctx context.Context, hash string, fields ...string) ([]string, error) {
	values := make([]string, len(fields))
	err := d.view(ctx, func(t *tx) error {
		for i, field := range fields {
			values[i] = t.of(hash).field(hash, field)
		}
		return nil
	})
	return values, err
}

// All implements ledger.Driver.
func (d *DB) All(ctx context.Context, hash string) (all map[string]string, err error) {
	err = d.view(ctx, func(t *tx) error {
		all = t.of(hash).fields(hash)
		return nil
	})
	return all, err
}

// Members implements ledger.Driver.
func (d *DB) Members(ctx context.Context, set string, r ledger.Range) (members []ledger.Member, err error) {
	err = d.view(ctx, func(t *tx) error {
		members, err = t.of(set).members(set, r, nil)
		return err
	})
	return members, err
}

// First implements ledger.Driver.
func (d *DB) First(ctx context.Context, trees, skip []string) (steps []ledger.Step, err error) {
	err = d.view(ctx, func(t *tx) error {
		for _, root := range trees {
			steps, err = first(t.of(root), root, skip)
			if err != nil || len(steps) > 0 {
				return err
			}
		}
		return nil
	})
	return steps, err
}

// first returns the steps to the first leaf of a tree.
func first(d data, root string, skip []string) (steps []ledger.Step, err error) {
	skipped := func(name string) bool { return slices.Contains(skip, name) }
	for set := root; ; skipped = nil {
		members, err := d.members(set, ledger.Range{Most: math.MaxInt64, Limit: 1}, skipped)
		if err != nil || len(members) == 0 {
			return steps, err
		}
		size, err := d.size(set)
		if err != nil {
			return nil, err
		}
		steps = append(steps, ledger.Step{Set: set, Name: members[0].Name, Size: size})
		set += "/" + members[0].Name
	}
}
