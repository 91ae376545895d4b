package filelog

import (
	"bytes"
	"context"
	"fmt"
	"math"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

// Read implements storage.Log.
func (s *Store) Read(ctx context.Context, id room.ID, after uint64) ([]room.Entry, error) {
	return s.ReadSome(ctx, id, after, math.MaxInt)
}

// ReadSome implements storage.Log.
func (s *Store) ReadSome(ctx context.Context, id room.ID, after uint64, limit int) (entries []room.Entry, err error) {
	journal := s.journal.has(id)
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		entries, err = readEntries(tx, id, after, limit, journal)
		return err
	})
	if err != nil {
		return nil, err
	}
	return entries, nil
}

// Tail implements storage.Log.
func (s *Store) Tail(ctx context.Context, id room.ID) (snapshot []byte, entries []room.Entry, err error) {
	journal := s.journal.has(id)
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		after := uint64(0)
		if kept := tx.Bucket(bucketSnapshots).Get([]byte(id)); keyNumberLength < len(kept) && len(kept) <= maxEntry {
			after = parseSequence(kept) - 1
			snapshot = bytes.Clone(kept[keyNumberLength:])
		}
		entries, err = readEntries(tx, id, after, math.MaxInt, journal)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return snapshot, entries, nil
}

// readEntries returns up to limit entries whose numbers are greater than after. journal says
// that the journal may have entries of the room.
func readEntries(tx *bolt.Tx, id room.ID, after uint64, limit int, journal bool) (entries []room.Entry, err error) {
	log := tx.Bucket(bucketLog).Bucket([]byte(id))
	if log == nil || after == ^uint64(0) {
		return nil, nil
	}
	c := log.Cursor()
	for k, v := c.Seek(sequenceKey(after + 1)); k != nil && len(entries) < limit; k, v = c.Next() {
		e, err := decodeEntry(k, v)
		if err != nil {
			return nil, damaged("room %s: %w", id, err)
		}
		entries = append(entries, e)
	}
	if !journal || len(entries) == limit {
		return entries, nil
	}
	last, _ := lastInLog(tx, id)
	for k, v := range journalOf(tx) {
		if nameOf(k) != string(id) || len(v) < keyNumberLength || parseSequence(v) <= max(last, after) {
			continue
		}
		_, e, err := decodeJournaled(k, v)
		if err != nil {
			return nil, damaged("journal: %w", err)
		}
		if entries = append(entries, e); len(entries) == limit {
			break
		}
	}
	return entries, nil
}

// maxEntry is more than the bytes of any entry. A damaged page can claim that a value has
// gigabytes.
const maxEntry = 1 << 20

// decodeEntry decodes a value of a log. It copies the value first, because the file is mapped
// into memory and value is valid only during its transaction.
func decodeEntry(key, value []byte) (room.Entry, error) {
	if len(key) != keyNumberLength || len(value) > maxEntry {
		return room.Entry{}, fmt.Errorf("entry %x has %d bytes", key, len(value))
	}
	e, err := room.DecodeEntry(bytes.Clone(value))
	if err == nil && e.N != parseSequence(key) {
		err = fmt.Errorf("entry %d is in the place of entry %d", e.N, parseSequence(key))
	}
	return e, err
}

// KeepSnapshot implements storage.Log. It does not wait for the disk: the snapshot is written
// with the next changes.
func (s *Store) KeepSnapshot(ctx context.Context, id room.ID, n uint64, snapshot []byte) error {
	if err := checkName(id); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil || s.readOnly {
		return err
	}
	c := &change{done: make(chan error, 1), apply: func(tx *bolt.Tx) error {
		if last, _ := s.journal.last(tx, id); n == 0 || last < n {
			return nil // the room was deleted meanwhile
		}
		return tx.Bucket(bucketSnapshots).Put([]byte(id), append(sequenceKey(n), snapshot...))
	}}
	select {
	case s.changes <- c:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-s.quit:
		return errClosed
	}
}
