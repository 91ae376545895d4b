package boltdb

import (
	"bytes"
	"fmt"
	"iter"

	"github.com/tidwall/btree"
	bolt "go.etcd.io/bbolt"
)

// tree is an ordered list in memory. A value of nil says that the key was deleted.
type tree = btree.Map[string, []byte]

// space is an ordered list of keys and values, as a transaction sees it: the changes in a tree hide
// what is stored in a bucket. The first change of a transaction copies the tree, which shares with
// the original what is not changed. So readers keep what they see, and a transaction that fails has
// changed nothing. Nothing may be changed during a walk. What a space returns must not be changed,
// and is valid until the end of the transaction.
type space struct {
	recent *tree
	stored *bolt.Bucket // nil for the volatile keys, all of which are recent

	copied  bool
	changes changes // those of this transaction in stored keys
}

// get returns nil if there is no such key.
func (s *space) get(key []byte) []byte {
	if value, ok := s.recent.Get(string(key)); ok || s.stored == nil {
		return value
	}
	return s.stored.Get(key)
}

func (s *space) put(key, value []byte) {
	if len(key) > bolt.MaxKeySize {
		panic(fmt.Sprintf("a key of %d bytes is too large", len(key)))
	}
	if value == nil {
		value = []byte{}
	}
	s.changeable().Set(string(key), value)
	if s.stored != nil {
		s.changes.add(key, value)
	}
}

func (s *space) delete(key []byte) {
	switch {
	case s.get(key) == nil:
		return
	case s.stored == nil:
		s.changeable().Delete(string(key))
	default:
		s.changeable().Set(string(key), nil)
		s.changes.add(key, nil)
	}
}

func (s *space) changeable() *tree {
	if !s.copied {
		s.recent, s.copied = s.recent.Copy(), true
	}
	return s.recent
}

// cursor is a place in a list. k is nil beyond its ends.
type cursor struct {
	k, v []byte
	next func() (k, v []byte)
}

func (c *cursor) step() { c.k, c.v = c.next() }

// over returns a cursor of a tree at the item where the iterator is, if found says that it is at one.
func over(it *btree.MapIter[string, []byte], found bool, next func() bool) cursor {
	item := func(found bool) (k, v []byte) {
		if !found {
			return nil, nil
		}
		return []byte(it.Key()), it.Value()
	}
	k, v := item(found)
	return cursor{k, v, func() (k, v []byte) { return item(next()) }}
}

// cursors returns where a walk begins, among what is recent and what is stored: at the first key from
// this one on, or back from the last key before it.
func (s *space) cursors(from []byte, back bool) (recent, stored cursor) {
	it := s.recent.Iter()
	found, next := it.Seek(string(from)), it.Next
	if back && found {
		found = it.Prev()
	} else if back {
		found = it.Last()
	}
	if back {
		next = it.Prev
	}
	recent = over(&it, found, next)
	if s.stored == nil {
		return recent, cursor{}
	}
	c := s.stored.Cursor()
	stored.k, stored.v = c.Seek(from)
	stored.next = c.Next
	if back {
		first := c.Prev
		if stored.k == nil {
			first = c.Last
		}
		stored.k, stored.v = first()
		stored.next = c.Prev
	}
	return recent, stored
}

// walk yields the keys that begin with prefix, without it, and their values: from a key on, or back
// from the last key before it.
func (s *space) walk(prefix, from []byte, back bool) iter.Seq2[[]byte, []byte] {
	return func(yield func(rest, v []byte) bool) {
		recent, stored := s.cursors(from, back)
		for recent.k != nil || stored.k != nil {
			next := &recent
			if order := bytes.Compare(stored.k, recent.k); recent.k == nil || stored.k != nil && (order < 0 != back && order != 0) {
				next = &stored
			} else if order == 0 {
				stored.step() // the recent value hides this one
			}
			rest, ok := bytes.CutPrefix(next.k, prefix)
			deleted := next == &recent && next.v == nil
			if !ok || !deleted && !yield(rest, next.v) {
				return
			}
			next.step()
		}
	}
}
