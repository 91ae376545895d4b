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

// ascend walks from this key on.
func (s *space) ascend(from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		it := s.recent.Iter()
		recent, stored := over(&it, it.Seek(string(from)), it.Next), cursor{}
		if s.stored != nil {
			c := s.stored.Cursor()
			stored.k, stored.v = c.Seek(from)
			stored.next = c.Next
		}
		merge(1, recent, stored, yield)
	}
}

// descend walks back from the last key before this one.
func (s *space) descend(before []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		it := s.recent.Iter()
		last := it.Last
		if it.Seek(string(before)) {
			last = it.Prev
		}
		recent, stored := over(&it, last(), it.Prev), cursor{}
		if s.stored != nil {
			c := s.stored.Cursor()
			last := c.Last
			if k, _ := c.Seek(before); k != nil {
				last = c.Prev
			}
			stored.k, stored.v = last()
			stored.next = c.Prev
		}
		merge(-1, recent, stored, yield)
	}
}

// merge yields what is recent and what is stored, in one order: 1 is ascending, -1 descending.
func merge(order int, recent, stored cursor, yield func(k, v []byte) bool) {
	for recent.k != nil || stored.k != nil {
		next := &recent
		if recent.k == nil || stored.k != nil && order*bytes.Compare(stored.k, recent.k) < 0 {
			next = &stored
		} else if bytes.Equal(stored.k, recent.k) {
			stored.step() // the recent value hides this one
		}
		if deleted := next == &recent && next.v == nil; !deleted && !yield(next.k, next.v) {
			return
		}
		next.step()
	}
}

// within ends a walk before the first key that does not begin with prefix, and cuts the prefix off
// the keys.
func within(prefix []byte, walk iter.Seq2[[]byte, []byte]) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		for k, v := range walk {
			rest, ok := bytes.CutPrefix(k, prefix)
			if !ok || !yield(rest, v) {
				return
			}
		}
	}
}
