package filelog

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sync"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

// maxJournal is how many entries the journal has before it is emptied.
const maxJournal = 1024

// journal knows the entries of the bucket journal. An entry that changes only the log of its
// room goes there: the entries of one group, whatever their rooms, are then on one or two
// pages, where each would change a page of its own in the bucket log. The writing goroutine
// moves them to the logs later, many of a room at a time.
//
// An entry of the journal counts unless the room's log has its number. So the entries of one
// room can be moved without touching the journal, which is emptied as a whole.
type journal struct {
	// mu is held to change rooms, and to read it in another goroutine than the writing one.
	mu sync.Mutex
	// rooms has the rooms of the entries in the bucket, and those of their entries that are
	// not in the room's log, in order.
	rooms map[room.ID][]journaled
	count int  // entries in the bucket, some perhaps deleted again; 0: there is no bucket
	stale bool // a transaction was undone, so rooms must be read again
}

// journaled is one entry of the journal.
type journaled struct {
	n   uint64
	raw []byte
}

// changesLogOnly reports whether an append stores nothing but the entry.
func changesLogOnly(fx room.Effects) bool {
	return fx.ListUnchanged && fx.DueUnchanged && !fx.Job && fx.Record == nil && fx.Origin == ""
}

// has reports whether the bucket may have entries of a room. A reader calls it before its
// transaction begins. If has returns false, the room's log has all entries that were
// acknowledged before the call.
func (j *journal) has(id room.ID) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.rooms[id]
	return ok
}

// last returns the number and the bytes of a room's last entry, or 0 if the room is empty.
func (j *journal) last(tx *bolt.Tx, id room.ID) (n uint64, raw []byte) {
	if entries := j.rooms[id]; len(entries) > 0 {
		e := entries[len(entries)-1]
		return e.n, e.raw
	}
	return lastInLog(tx, id)
}

// lastInLog is last for a room without entries in the journal.
func lastInLog(tx *bolt.Tx, id room.ID) (n uint64, raw []byte) {
	log := tx.Bucket(bucketLog).Bucket([]byte(id))
	if log == nil {
		return 0, nil
	}
	k, raw := log.Cursor().Last()
	if k == nil {
		return 0, nil
	}
	return parseSequence(k), raw
}

// add stores the next entry of a room in the journal.
func (j *journal) add(tx *bolt.Tx, id room.ID, e room.Entry) error {
	b, err := tx.CreateBucketIfNotExists(bucketJournal)
	if err != nil {
		return err
	}
	seq, err := b.NextSequence()
	if err != nil {
		return err
	}
	b.FillPercent = 1 // keys ascend, so pages need no room for others
	if err := b.Put(append(sequenceKey(seq), id...), append(sequenceKey(e.N), e.Raw()...)); err != nil {
		return err
	}
	j.mu.Lock()
	j.rooms[id] = append(j.rooms[id], journaled{e.N, e.Raw()})
	j.mu.Unlock()
	j.count++
	return nil
}

// move moves the entries of a room to the room's log.
func (j *journal) move(tx *bolt.Tx, id room.ID) error {
	entries := j.rooms[id]
	if len(entries) == 0 {
		return nil
	}
	log := tx.Bucket(bucketLog).Bucket([]byte(id))
	if log == nil {
		return damaged("room %s: the journal has entries of it, and its log is missing", id)
	}
	for _, e := range entries {
		if err := log.Put(sequenceKey(e.n), e.raw); err != nil {
			return err
		}
	}
	j.mu.Lock()
	j.rooms[id] = nil
	j.mu.Unlock()
	return nil
}

// moveAll moves all entries to the logs of their rooms, and removes the bucket. The caller
// calls clear after the commit.
func (j *journal) moveAll(tx *bolt.Tx) error {
	if tx.Bucket(bucketJournal) == nil {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(j.rooms)) {
		if err := j.move(tx, id); err != nil {
			return err
		}
	}
	return tx.DeleteBucket(bucketJournal)
}

// clear forgets all entries, because moveAll is committed.
func (j *journal) clear() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.rooms = make(map[room.ID][]journaled)
	j.count = 0
}

// forget removes the entries of a room whose log is about to be deleted.
func (j *journal) forget(tx *bolt.Tx, id room.ID) error {
	if _, ok := j.rooms[id]; !ok {
		return nil
	}
	var keys [][]byte
	for k := range journalOf(tx) {
		if nameOf(k) == string(id) {
			keys = append(keys, bytes.Clone(k))
		}
	}
	for _, k := range keys {
		if err := tx.Bucket(bucketJournal).Delete(k); err != nil {
			return err
		}
	}
	j.mu.Lock()
	j.rooms[id] = nil
	j.mu.Unlock()
	return nil
}

// journalOf yields the keys and values of the bucket journal, in the order in which they were
// stored.
func journalOf(tx *bolt.Tx) func(yield func(k, v []byte) bool) {
	return func(yield func(k, v []byte) bool) {
		b := tx.Bucket(bucketJournal)
		if b == nil {
			return
		}
		c := b.Cursor()
		for k, v := c.First(); k != nil && yield(k, v); k, v = c.Next() {
		}
	}
}

// load reads the bucket. It fails with storage.ErrDamaged if an entry does not follow the
// entry before.
func (j *journal) load(tx *bolt.Tx) error {
	rooms, count := make(map[room.ID][]journaled), 0
	if tx.Bucket(bucketJournal) != nil {
		count = 1 // a bucket without entries must be removed too
	}
	last := make(map[room.ID]room.Entry)
	for k, v := range journalOf(tx) {
		count++
		id, e, err := decodeJournaled(k, v)
		if err != nil {
			return damaged("journal: %w", err)
		}
		before, known := last[id]
		if !known {
			n, raw := lastInLog(tx, id)
			if before, err = decodeEntry(sequenceKey(n), raw); err != nil {
				return damaged("room %s: %w", id, err)
			}
			last[id] = before
			rooms[id] = nil
		}
		if len(rooms[id]) == 0 && bytes.Equal(tx.Bucket(bucketLog).Bucket([]byte(id)).Get(sequenceKey(e.N)), e.Raw()) {
			continue // the log has it
		}
		if e.N != before.N+1 || !e.Follows(before.Digest) {
			return damaged("%w", errNotNext(id, e.N))
		}
		rooms[id] = append(rooms[id], journaled{e.N, e.Raw()})
		last[id] = e
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.rooms, j.count, j.stale = rooms, count, false
	return nil
}

// decodeJournaled decodes a key and a value of the bucket journal.
func decodeJournaled(key, value []byte) (room.ID, room.Entry, error) {
	if len(key) <= keyNumberLength || len(value) <= keyNumberLength {
		return "", room.Entry{}, fmt.Errorf("the key %x has a value of %d bytes", key, len(value))
	}
	id := room.ID(nameOf(key))
	e, err := decodeEntry(value[:keyNumberLength], value[keyNumberLength:])
	if err != nil {
		return "", room.Entry{}, fmt.Errorf("room %s: %w", id, err)
	}
	return id, e, nil
}

// emptyJournal moves all entries to the logs of their rooms, in a transaction of its own. If
// that fails, nothing has changed. Only the writing goroutine calls it.
func (s *Store) emptyJournal() {
	if s.journal.count == 0 || s.readOnly {
		return
	}
	if err := s.writeJournaling(s.journal.moveAll); err == nil {
		s.journal.clear()
	}
}

// writeJournaling runs a transaction that may change the journal.
func (s *Store) writeJournaling(fn func(*bolt.Tx) error) error {
	err := wrap(s.writeTx(func(tx *bolt.Tx) error {
		if s.journal.stale {
			if err := s.journal.load(tx); err != nil {
				return err
			}
		}
		return fn(tx)
	}))
	s.journal.stale = s.journal.stale || err != nil
	return err
}
