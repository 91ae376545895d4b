package filelog

import (
	"bytes"
	"context"
	"errors"
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
		entries, err = p.entries(log, id, after)
		return err
	})
	return entries, err
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

// entries returns the entries of a log after entry n. It fails if one of them cannot be read.
func (p pages) entries(log bucket, id room.ID, n uint64) (entries []room.Entry, err error) {
	fail := func(what error) bool {
		err = damaged("room %s: %w", id, what)
		return false
	}
	w := walk{pages: p, damage: fail, visit: func(el element) bool {
		e, wrong := decodeEntry(el.key, el.value)
		if wrong != nil {
			return fail(wrong)
		}
		if e.N > n {
			entries = append(entries, e)
		}
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
