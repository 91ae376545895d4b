package admin

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// ErrNotEmpty: a store that everything was to be copied to has something already.
var ErrNotEmpty = errors.New("the target is not empty")

// Migrate copies all rooms and records from one store to another. The target is to
// be empty, unless merge: then what it has stays. It can be broken off and, with
// merge, done again. Nobody may use either store meanwhile.
func Migrate(ctx context.Context, from, to Store, door play.Executor, merge bool) (Imported, error) {
	if !merge {
		if err := mustBeEmpty(ctx, to); err != nil {
			return Imported{}, err
		}
	}
	in := newIntake(ctx, to, door)
	return in.finish(in.copy(from))
}

func mustBeEmpty(ctx context.Context, store Store) error {
	for id, err := range store.AllRooms(ctx) {
		if err != nil {
			return err
		}
		return fmt.Errorf("%w: it has room %s", ErrNotEmpty, id)
	}
	for r, err := range store.AllGames(ctx) {
		if err != nil {
			return err
		}
		return fmt.Errorf("%w: it has game %s", ErrNotEmpty, r.ID())
	}
	return nil
}

func (in *intake) copy(from Store) error {
	for id, err := range from.AllRooms(in.ctx) {
		if err != nil {
			return err
		}
		in.give(func() error {
			entries, err := readLog(in.ctx, from, id)
			if err != nil {
				return fmt.Errorf("room %s: %w", id, err)
			}
			if entries == nil {
				return nil
			}
			return in.room(id, entries)
		})
	}
	for r, err := range from.AllGames(in.ctx) {
		if err != nil {
			return err
		}
		in.give(func() error { return in.game(r) })
	}
	return nil
}

// Compared says what two stores have in common.
type Compared struct {
	Rooms, Games int // that both have, each once
	Problems     Problems
}

// Compare looks whether to has every room and record that from has, log by log up to
// the last digest, and, if exactly, no other one.
func Compare(ctx context.Context, from, to Store, exactly bool) (c Compared, err error) {
	seed, seen := maphash.MakeSeed(), map[uint64]struct{}{}
	// again reports whether a walk has come here before. A set of hashes is small;
	// that two names share one shows in the counts only.
	again := func(name string) bool {
		h := maphash.String(seed, name)
		_, known := seen[h]
		seen[h] = struct{}{}
		return known
	}
	check := func(name string, count *int, check func() error) error {
		if again(name) {
			return nil
		}
		if err := check(); err != nil {
			return c.Problems.add(ctx, fmt.Errorf("%s: %w", name, err))
		}
		*count++
		return nil
	}
	for id, err := range from.AllRooms(ctx) {
		if err == nil {
			err = check("room "+string(id), &c.Rooms, func() error { return sameLog(ctx, from, to, id) })
		}
		if err != nil {
			return c, err
		}
	}
	for r, err := range from.AllGames(ctx) {
		if err == nil {
			err = check("game "+r.ID().String(), &c.Games, func() error { return sameGame(ctx, to, r) })
		}
		if err != nil {
			return c, err
		}
	}
	if exactly {
		err = c.noOthers(ctx, to, again)
	}
	return c, err
}

// noOthers notes what to has and from has not.
func (c *Compared) noOthers(ctx context.Context, to Store, again func(string) bool) error {
	other := func(name string) error {
		if again(name) {
			return nil
		}
		return c.Problems.add(ctx, fmt.Errorf("%s is in the target only", name))
	}
	for id, err := range to.AllRooms(ctx) {
		if err == nil {
			err = other("room " + string(id))
		}
		if err != nil {
			return err
		}
	}
	for r, err := range to.AllGames(ctx) {
		if err == nil {
			err = other("game " + r.ID().String())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func sameLog(ctx context.Context, from, to Store, id room.ID) error {
	a, err := readLog(ctx, from, id)
	if err != nil || a == nil {
		return err
	}
	b, err := readLog(ctx, to, id)
	if err != nil {
		return err
	}
	if len(a) != len(b) {
		return fmt.Errorf("%w: %d entries, and %d in the target", storage.ErrConflict, len(a), len(b))
	}
	if last := len(a) - 1; a[last].Digest != b[last].Digest {
		return fmt.Errorf("%w: it ends with the digest %s, and with %s in the target", storage.ErrConflict, a[last].Digest, b[last].Digest)
	}
	return nil
}
