package admin

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/maphash"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// ErrNotEmpty is returned by Migrate if the target holds rooms or games.
var ErrNotEmpty = errors.New("the target is not empty")

// Migrate copies all rooms and records from one store to another. Nothing else may use
// either store meanwhile. Unless merge is set, the target must be empty, else Migrate
// returns ErrNotEmpty. With merge, it keeps what the target has. A migration can be
// interrupted and, with merge, repeated.
func Migrate(ctx context.Context, from, to Store, executor play.Executor, merge bool) (ImportResult, error) {
	if !merge {
		if err := mustBeEmpty(ctx, to); err != nil {
			return ImportResult{}, err
		}
	}
	in := newImporter(ctx, to, executor)
	key, err := in.done.Problems.nameKey(ctx, from)
	if err == nil {
		err = in.keepNameKey(key)
	}
	if err == nil {
		err = in.copyFrom(from)
	}
	return in.wait(err)
}

// nameKey returns the store's key for the public names of games. A copy of the store needs the
// same key, otherwise links that people have shared no longer work. If the store has no key,
// nameKey creates one. It returns nil if it cannot create or read the key.
func (p *Problems) nameKey(ctx context.Context, store Store) ([]byte, error) {
	key, err := store.NameKey(ctx, []byte(rand.Text()+rand.Text()))
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, p.add(ctx, fmt.Errorf("the key of the public names of games was left out: %w", err))
	}
	return key, nil
}

// keepNameKey gives the target this key, unless the target has a key.
func (in *importer) keepNameKey(key []byte) error {
	if key == nil {
		return nil
	}
	_, err := in.store.NameKey(in.ctx, key)
	return err
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

func (in *importer) copyFrom(from Store) error {
	for id, err := range from.AllRooms(in.ctx) {
		if errors.Is(err, storage.ErrDamaged) {
			in.fail(err)
			continue
		}
		if err != nil {
			return err
		}
		in.submit(func() error {
			entries, err := readLog(in.ctx, from, id)
			if err != nil {
				return fmt.Errorf("room %s: %w", id, err)
			}
			if entries == nil {
				return nil
			}
			return in.importRoom(id, entries)
		})
	}
	for r, err := range from.AllGames(in.ctx) {
		if errors.Is(err, storage.ErrDamaged) {
			in.fail(err)
			continue
		}
		if err != nil {
			return err
		}
		in.submit(func() error { return in.importGame(r) })
	}
	return nil
}

// Comparison is the result of Compare.
type Comparison struct {
	Rooms, Games int      // equal in both stores
	Problems     Problems // differences
}

// Compare checks that the store to has every room and record of the store from. Logs are
// equal if they have the same length and end with the same digest. If exactly is set, it
// also checks that to has no other rooms and records.
func Compare(ctx context.Context, from, to Store, exactly bool) (c Comparison, err error) {
	seed, seen := maphash.MakeSeed(), map[uint64]struct{}{}
	// seenBefore reports whether it was called with a name before. It stores hashes to save memory. If
	// two names have the same hash, only the counts are wrong.
	seenBefore := func(name string) bool {
		h := maphash.String(seed, name)
		_, known := seen[h]
		seen[h] = struct{}{}
		return known
	}
	check := func(name string, count *int, same func() error) error {
		if seenBefore(name) {
			return nil
		}
		if err := same(); err != nil {
			return c.Problems.add(ctx, fmt.Errorf("%s: %w", name, err))
		}
		*count++
		return nil
	}
	for id, err := range from.AllRooms(ctx) {
		if err == nil {
			err = check("room "+string(id), &c.Rooms, func() error { return sameLog(ctx, from, to, id) })
		} else {
			err = c.Problems.damage(ctx, err)
		}
		if err != nil {
			return c, err
		}
	}
	for r, err := range from.AllGames(ctx) {
		if err == nil {
			err = check("game "+r.ID().String(), &c.Games, func() error { return sameGame(ctx, to, r) })
		} else {
			err = c.Problems.damage(ctx, err)
		}
		if err != nil {
			return c, err
		}
	}
	if exactly {
		err = c.addExtras(ctx, to, seenBefore)
	}
	return c, err
}

// addExtras reports the rooms and games that only the store to has.
func (c *Comparison) addExtras(ctx context.Context, to Store, seenBefore func(string) bool) error {
	report := func(name string) error {
		if seenBefore(name) {
			return nil
		}
		return c.Problems.add(ctx, fmt.Errorf("%s is only in the target", name))
	}
	for id, err := range to.AllRooms(ctx) {
		if err == nil {
			err = report("room " + string(id))
		}
		if err != nil {
			return err
		}
	}
	for r, err := range to.AllGames(ctx) {
		if err == nil {
			err = report("game " + r.ID().String())
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
		return fmt.Errorf("%w: %d entries, but %d in the target", storage.ErrConflict, len(a), len(b))
	}
	if last := len(a) - 1; a[last].Digest != b[last].Digest {
		return fmt.Errorf("%w: last digest %s, but %s in the target", storage.ErrConflict, a[last].Digest, b[last].Digest)
	}
	return nil
}
