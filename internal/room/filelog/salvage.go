package filelog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

// readAround implements Read for a store that is read only. It finds logs that bbolt cannot
// find after damage.
func (s *Store) readAround(ctx context.Context, id room.ID, after uint64) (entries []room.Entry, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		p, root := s.pagesOf(tx)
		logs, exists, err := p.sub(root, bucketLog)
		if err != nil || !exists {
			return err
		}
		log, exists, err := p.search(logs, []byte(id))
		if err != nil || !exists {
			return err
		}
		entries, err = p.entries(log, id)
		return err
	})
	if err == nil && len(entries) > 0 {
		entries, err = withJournal(id, entries, s.journalAround[id])
	}
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(entries, func(e room.Entry) bool { return e.N <= after }), nil
}

// readEntry is an entry of the journal, or the error of reading it.
type readEntry struct {
	room.Entry
	err error
}

// readJournal reads the journal of a store that is read only. It leaves out damaged pages,
// which AllRooms reports.
func (s *Store) readJournal() error {
	s.journalAround = make(map[room.ID][]readEntry)
	return s.readTx(func(tx *bolt.Tx) error {
		p, root := s.pagesOf(tx)
		b, exists, err := p.sub(root, bucketJournal)
		if err != nil || !exists {
			return nil // AllRooms reports the error
		}
		w := walk{pages: p, damage: func(error) bool { return true }, visit: func(el element) bool {
			if len(el.key) > keyNumberLength {
				id, e, err := decodeJournaled(el.key, el.value)
				if err != nil {
					id = room.ID(nameOf(el.key))
				}
				s.journalAround[id] = append(s.journalAround[id], readEntry{e, err})
			}
			return true
		}}
		w.all(b)
		return nil
	})
}

// withJournal adds the entries of a room in the journal to those in its log.
func withJournal(id room.ID, entries []room.Entry, journal []readEntry) ([]room.Entry, error) {
	for _, e := range journal {
		last := uint64(len(entries))
		switch {
		case e.err != nil:
			return nil, damaged("journal: %w", e.err)
		case 0 < e.N && e.N <= last && bytes.Equal(entries[e.N-1].Raw(), e.Raw()): // the log has it
		case e.N == last+1 && e.Follows(entries[last-1].Digest):
			entries = append(entries, e.Entry)
		default:
			return nil, damaged("journal: %w", errNotNext(id, e.N))
		}
	}
	return entries, nil
}

// errNotNext is the error for an entry of the journal that contradicts the room's log.
func errNotNext(id room.ID, n uint64) error {
	return fmt.Errorf("room %s: entry %d in the journal does not follow the room's log", id, n)
}

// search is like sub, for a tree whose order may be damaged: if the key is not in its place,
// search reads the whole bucket.
func (p pages) search(in bucket, key []byte) (b bucket, found bool, err error) {
	if b, found, err = p.sub(in, key); err == nil && found {
		return b, true, nil
	}
	w := walk{
		pages: p, damage: func(error) bool { return true },
		visit: func(e element) bool {
			if bytes.Equal(e.key, key) {
				b, err = asBucket(in.name+"/"+string(key), e)
				found = err == nil
			}
			return !found
		},
	}
	w.all(in)
	if found {
		err = nil
	}
	return b, found, err
}

// entries returns the entries of a log. It fails if one of them cannot be read.
func (p pages) entries(log bucket, id room.ID) (entries []room.Entry, err error) {
	fail := func(what error) bool {
		err = damaged("room %s: %w", id, what)
		return false
	}
	w := walk{pages: p, damage: fail, visit: func(el element) bool {
		e, wrong := decodeEntry(el.key, el.value)
		if wrong != nil {
			return fail(wrong)
		}
		entries = append(entries, e)
		return true
	}}
	if !w.all(log) {
		return nil, err
	}
	return entries, nil
}

// listAround implements Rooms for a store that is read only. Its error says what is missing in
// the list that it returns.
func (s *Store) listAround(ctx context.Context, list room.List, limit int) (ids []room.ID, err error) {
	missing := slices.Clone(s.faults)
	err = s.view(ctx, func(tx *bolt.Tx) error {
		p, root := s.pagesOf(tx)
		lists, exists, err := p.sub(root, bucketList)
		if err != nil || !exists || list == room.Unlisted {
			return err
		}
		b, exists, err := p.sub(lists, []byte(list))
		if err != nil || !exists {
			return err
		}
		w := walk{
			pages: p,
			visit: func(e element) bool {
				if len(e.key) > keyNumberLength {
					ids = append(ids, room.ID(nameOf(e.key)))
				}
				return true
			},
			damage: func(err error) bool { missing = append(missing, err); return true },
		}
		w.all(b)
		return nil
	})
	slices.Reverse(ids) // the room that entered the list last comes first
	return ids[:min(limit, len(ids))], errors.Join(append(missing, err)...)
}
