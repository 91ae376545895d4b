package boltdb

import (
	"bytes"
	"fmt"
	"iter"

	"github.com/tidwall/btree"
	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
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

func (s *space) put(key, value []byte) error {
	if len(key) > bolt.MaxKeySize {
		return fmt.Errorf("%d bytes: %w", len(key), bolterrors.ErrKeyTooLarge)
	}
	if value == nil {
		value = []byte{}
	}
	s.changeable().Set(string(key), value)
	if s.stored != nil {
		s.changes.add(key, value)
	}
	return nil
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

// ascend walks from this key on.
func (s *space) ascend(from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		recent := s.recent.Iter()
		more := recent.Seek(string(from))
		if s.stored == nil {
			merge(yield, 1, &recent, more, recent.Next, nil, nil, nil)
			return
		}
		stored := s.stored.Cursor()
		k, v := stored.Seek(from)
		merge(yield, 1, &recent, more, recent.Next, k, v, stored.Next)
	}
}

// descend walks back from the last key before this one.
func (s *space) descend(before []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		recent := s.recent.Iter()
		last := recent.Last
		if recent.Seek(string(before)) {
			last = recent.Prev
		}
		more := last()
		if s.stored == nil {
			merge(yield, -1, &recent, more, recent.Prev, nil, nil, nil)
			return
		}
		stored := s.stored.Cursor()
		back := stored.Last
		if k, _ := stored.Seek(before); k != nil {
			back = stored.Prev
		}
		k, v := back()
		merge(yield, -1, &recent, more, recent.Prev, k, v, stored.Prev)
	}
}

// merge yields what is recent and what is stored in one order: ascending if order is 1, descending
// if it is -1. more says that recent has a key; k and v are the first that is stored, if any.
func merge(yield func(k, v []byte) bool, order int, recent *btree.MapIter[string, []byte], more bool, next func() bool,
	k, v []byte, following func() (k, v []byte),
) {
	for more || k != nil {
		first := -1 // what is recent comes first
		switch {
		case !more:
			first = 1
		case k != nil:
			first = order * bytes.Compare([]byte(recent.Key()), k)
		}
		if first > 0 {
			if !yield(k, v) {
				return
			}
			k, v = following()
			continue
		}
		if value := recent.Value(); value != nil && !yield([]byte(recent.Key()), value) {
			return
		}
		more = next()
		if first == 0 { // the recent value hides the stored one
			k, v = following()
		}
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
