package filelog

import (
	"context"
	"errors"
	"fmt"
	"math"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Checked counts what Check has read.
type Checked struct {
	Rooms, Games int
}

// Check reads a whole file and calls tell for each damage that it finds, with a sentence for the
// operator that wraps storage.ErrDamaged. It finds what bbolt's own check of the pages finds,
// entries and records that cannot be decoded, and logs whose digests do not follow each other.
// It writes nothing.
//
// Check cannot find a change in a record that can still be decoded and is possible: a record
// has no checksum.
//
// Check returns an error if the file cannot be opened.
func Check(ctx context.Context, path string, tell func(error)) (done Checked, err error) {
	s, err := Open(path, ReadOnly())
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	report := func(err error) error {
		if errors.Is(err, storage.ErrDamaged) {
			tell(err)
			return nil
		}
		return err
	}
	for id, err := range s.AllRooms(ctx) {
		if err == nil {
			done.Rooms++
			err = s.checkLog(ctx, id)
		}
		if err := report(err); err != nil {
			return done, err
		}
	}
	for _, err := range s.AllGames(ctx) {
		if err == nil {
			done.Games++
		}
		if err := report(err); err != nil {
			return done, err
		}
	}
	err = s.readTx(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			tell(damaged("%w", err))
		}
		return nil
	})
	return done, report(err)
}

// checkLog returns an error if the entries of a room cannot be read, or do not follow each other.
func (s *Store) checkLog(ctx context.Context, id room.ID) error {
	entries, err := s.ReadSome(ctx, id, 0, math.MaxInt)
	if err != nil {
		return err
	}
	if err := room.CheckLog(entries); err != nil {
		return damaged("room %s: %w", id, err)
	}
	return nil
}

// errNotNext is the error for an entry of the journal that contradicts the room's log.
func errNotNext(id room.ID, n uint64) error {
	return fmt.Errorf("room %s: entry %d in the journal does not follow the room's log", id, n)
}
