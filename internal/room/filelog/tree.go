package filelog

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/quatre/quatre/internal/room/storage"
)

// maxDepth bounds the pages from the root of a bucket to a leaf. Ten billion keys need 6.
const maxDepth = 24

// bucket is where a bucket's keys are: in a tree of pages, or in its own value.
type bucket struct {
	name     string // for people
	root     uint64 // 0: inline
	sequence uint64
	inline   []byte
}

// asBucket reads the value of a bucket.
func asBucket(name string, e element) (bucket, error) {
	if !e.isBucket || len(e.value) < bucketLength {
		return bucket{}, damaged("bucket %s: there is another value in its place", name)
	}
	b := bucket{name: name, root: order.Uint64(e.value), sequence: order.Uint64(e.value[8:])}
	if b.root == 0 {
		b.inline = e.value[bucketLength:]
	}
	return b, nil
}

// damaged returns an error that wraps storage.ErrDamaged.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", storage.ErrDamaged, fmt.Errorf(format, args...))
}

// walk visits the elements of a bucket's leaves, in the order of their keys, and reads around
// what is damaged. Its functions return false to end it.
type walk struct {
	pages
	visit  func(element) bool     // each element
	damage func(error) bool       // what cannot be read, or is in doubt; wraps storage.ErrDamaged
	leave  func(next []byte) bool // after each leaf, if not nil; no later key is less than next. nil at the end
	enter  func(pg page) error    // before each page, if not nil; after an error the page is not visited
	from   []byte                 // pass over what can only hold smaller keys; nil: nothing
}

// all visits a bucket. It returns false if a function has ended it.
func (w *walk) all(b bucket) bool {
	if b.root != 0 {
		return w.node(b.name, b.root, nil, nil, nil)
	}
	pg, err := inlinePage(b.inline)
	if err != nil {
		return w.damage(damaged("bucket %s: %w", b.name, err))
	}
	return w.elements(b.name, pg, nil, nil, nil)
}

// place names a page for people.
func place(name string, id uint64) string {
	switch {
	case id == 0:
		return "bucket " + name
	case name == "":
		return fmt.Sprintf("page %d, the list of buckets", id)
	}
	return fmt.Sprintf("page %d, bucket %s", id, name)
}

// node visits the tree below a page, whose keys must be from low to before high. path is the
// pages above it.
func (w *walk) node(name string, id uint64, low, high []byte, path []uint64) bool {
	pg, err := w.read(id)
	switch {
	case err != nil:
	case pg.kind == kindFreelist:
		err = errors.New("it is no branch and no leaf")
	case pg.kind == kindBranch && (len(path) == maxDepth || pg.count == 0):
		err = errors.New("it leads nowhere")
	case slices.Contains(path, id):
		err = errors.New("it is above itself")
	case w.enter != nil:
		err = w.enter(pg)
	}
	if err != nil {
		return w.damage(damaged("%s: %w", place(name, id), err))
	}
	return w.elements(name, pg, low, high, append(path[:len(path):len(path)], id))
}

func (w *walk) elements(name string, pg page, low, high []byte, path []uint64) bool {
	all, err := pg.elements()
	if err == nil {
		err = outOfOrder(all, low, high)
	}
	if err != nil && !w.damage(damaged("%s: %w", place(name, pg.id), err)) {
		return false
	}
	if pg.kind == kindLeaf {
		for _, e := range all {
			if (w.from == nil || bytes.Compare(e.key, w.from) >= 0) && !w.visit(e) {
				return false
			}
		}
		return w.leave == nil || w.leave(high)
	}
	for i, e := range all {
		above := high
		if i+1 < len(all) {
			above = all[i+1].key
		}
		if w.from != nil && above != nil && bytes.Compare(above, w.from) <= 0 {
			continue
		}
		below := e.key
		if i == 0 {
			below = low
		}
		if !w.node(name, e.child, below, above, path) {
			return false
		}
	}
	return true
}

// get returns the element of a key, and whether there is one. It trusts the order of the
// keys, as bbolt does, but nothing else.
func (p pages) get(b bucket, key []byte) (element, bool, error) {
	id := b.root
	for range maxDepth {
		kind, all, err := uint16(kindLeaf), []element(nil), error(nil)
		if b.root != 0 {
			kind, all, err = p.elementsOf(id)
		} else if pg, wrong := inlinePage(b.inline); wrong == nil {
			all, err = pg.elements()
		} else {
			err = wrong
		}
		if err != nil {
			return element{}, false, damaged("%s: %w", place(b.name, id), err)
		}
		i, found := slices.BinarySearchFunc(all, key, func(e element, key []byte) int { return bytes.Compare(e.key, key) })
		switch {
		case kind == kindLeaf && found:
			return all[i], true, nil
		case kind == kindLeaf:
			return element{}, false, nil
		case !found:
			i--
		}
		if len(all) == 0 {
			break
		}
		id = all[max(i, 0)].child
	}
	return element{}, false, damaged("%s: it leads nowhere", place(b.name, id))
}

// sub returns a bucket inside another one, and whether it is there.
func (p pages) sub(in bucket, key []byte) (bucket, bool, error) {
	e, found, err := p.get(in, key)
	if err != nil || !found {
		return bucket{}, false, err
	}
	name := fmt.Sprintf("%s/%s", in.name, key)
	if in.name == "" {
		name = string(key)
	}
	b, err := asBucket(name, e)
	return b, err == nil, err
}
