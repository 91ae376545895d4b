package boltdb

import (
	"context"
	"math"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/ledger"
)

// view runs a read transaction.
func view[T any](ctx context.Context, d *DB, read func(*tx) T) (result T, err error) {
	if err := ctx.Err(); err != nil {
		return result, err
	}
	for {
		s, fits := d.state.Load(), false
		err := d.readTx(func(b *bolt.Tx) error {
			if fits = d.state.Load().emptied == s.emptied; fits {
				result = read(s.in(b))
			}
			return nil
		})
		if fits || err != nil {
			return result, wrap(err)
		}
	}
}

// Log implements ledger.Driver.
func (d *DB) Log(ctx context.Context, log string, n uint64, limit int) ([][]byte, error) {
	return view(ctx, d, func(t *tx) [][]byte { return t.of(log).entries(log, n, limit) })
}

// Lengths implements ledger.Driver.
func (d *DB) Lengths(ctx context.Context, logs []string) ([]uint64, error) {
	return view(ctx, d, func(t *tx) []uint64 {
		lengths := make([]uint64, len(logs))
		for i, log := range logs {
			lengths[i], _ = t.of(log).last(log)
		}
		return lengths
	})
}

// Fields implements ledger.Driver.
func (d *DB) Fields(ctx context.Context, hash string, fields ...string) ([]string, error) {
	return view(ctx, d, func(t *tx) []string {
		values := make([]string, len(fields))
		for i, field := range fields {
			values[i] = t.of(hash).field(hash, field)
		}
		return values
	})
}

// All implements ledger.Driver.
func (d *DB) All(ctx context.Context, hash string) (map[string]string, error) {
	return view(ctx, d, func(t *tx) map[string]string { return t.of(hash).fields(hash) })
}

// Members implements ledger.Driver.
func (d *DB) Members(ctx context.Context, set string, r ledger.Range) ([]ledger.Member, error) {
	return view(ctx, d, func(t *tx) []ledger.Member { return t.of(set).members(set, r, nil) })
}

// First implements ledger.Driver.
func (d *DB) First(ctx context.Context, tree string, skip ...string) ([]ledger.Step, error) {
	return view(ctx, d, func(t *tx) []ledger.Step { return t.of(tree).first(tree, skip) })
}

// Watch implements ledger.Driver.
func (d *DB) Watch(ctx context.Context, channel string, tell func(payload string)) (stop func(), err error) {
	return d.watches.Add(ctx, channel, tell)
}

// first returns the steps to the first leaf of a tree.
func (s *space) first(set string, skip []string) (steps []ledger.Step) {
	skipped := func(name string) bool { return slices.Contains(skip, name) }
	for ; ; skipped = nil {
		members := s.members(set, ledger.Range{Most: math.MaxInt64, Limit: 1}, skipped)
		if len(members) == 0 {
			return steps
		}
		steps = append(steps, ledger.Step{Name: members[0].Name, Size: s.size(set)})
		set += "/" + members[0].Name
	}
}
