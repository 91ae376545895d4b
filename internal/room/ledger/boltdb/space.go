package boltdb

import (
	"bytes"
	"iter"

	"github.com/tidwall/btree"
	bolt "go.etcd.io/bbolt"
)

// space is an ordered list of keys and values. The file is one, the memory another. Nothing may
// be changed during a walk. What a space returns must not be changed, and is valid until the end
// of the transaction.
type space interface {
	get(key []byte) []byte // nil: there is no such key
	put(key, value []byte) error
	delete(key []byte) error
	ascend(from []byte) iter.Seq2[[]byte, []byte]    // from this key on
	descend(before []byte) iter.Seq2[[]byte, []byte] // from the last key before this one
}

// file is the space in the file, as a transaction sees it.
type file struct {
	bucket  *bolt.Bucket
	changed bool
}

func (f *file) get(key []byte) []byte { return f.bucket.Get(key) }

func (f *file) put(key, value []byte) error {
	f.changed = true
	return f.bucket.Put(key, value)
}

func (f *file) delete(key []byte) error {
	f.changed = true
	return f.bucket.Delete(key)
}

func (f *file) ascend(from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		c := f.bucket.Cursor()
		for k, v := c.Seek(from); k != nil && yield(k, v); k, v = c.Next() {
		}
	}
}

// descend must not be called after a change in the same transaction: Prev and Last of bbolt stop at
// pages that the transaction has emptied.
func (f *file) descend(before []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		c := f.bucket.Cursor()
		last := c.Prev
		if k, _ := c.Seek(before); k == nil {
			last = c.Last
		}
		for k, v := last(); k != nil && yield(k, v); k, v = c.Prev() {
		}
	}
}

type tree = btree.Map[string, []byte]

// memory is the space in memory, as a transaction sees it. Its first change makes a copy, which
// shares with the original what is not changed. So readers keep what they see, and a transaction
// that fails has changed nothing.
type memory struct {
	tree   *tree
	copied bool
}

func (m *memory) get(key []byte) []byte {
	value, _ := m.tree.Get(string(key))
	return value
}

func (m *memory) put(key, value []byte) error {
	m.change().Set(string(key), value)
	return nil
}

func (m *memory) delete(key []byte) error {
	m.change().Delete(string(key))
	return nil
}

func (m *memory) change() *tree {
	if !m.copied {
		m.tree, m.copied = m.tree.Copy(), true
	}
	return m.tree
}

func (m *memory) ascend(from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		m.tree.Ascend(string(from), func(k string, v []byte) bool { return yield([]byte(k), v) })
	}
}

func (m *memory) descend(before []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		m.tree.Descend(string(before), func(k string, v []byte) bool {
			return k == string(before) || yield([]byte(k), v)
		})
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
