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

// bucket says where the keys of a bucket are: in a tree of pages, or inline in its value.
type bucket struct {
	name     string // path of the bucket, for error messages
	root     uint64 // number of the root page; 0: inline
	sequence uint64
	inline   []byte
}

// asBucket decodes the value of an element that is a bucket.
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
// damage. If visit, damage or leave returns false, the walk ends.
type walk struct {
	pages
	visit  func(element) bool     // called with each element
	damage func(error) bool       // called with each damage; the error wraps storage.ErrDamaged
	leave  func(next []byte) bool // called after each leaf; later keys are >= next, nil at the end. May be nil
	enter  func(pg page) error    // called before each page; on an error the page is skipped. May be nil
	from   []byte                 // skip pages whose keys are all smaller; nil: skip none
}

// all visits a bucket. It returns false if a function has ended the walk.
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

// place returns the name of a page for error messages.
func place(name string, id uint64) string {
	switch {
	case id == 0:
		return "bucket " + name
	case name == "":
		return fmt.Sprintf("page %d, the list of buckets", id)
	}
	return fmt.Sprintf("page %d, bucket %s", id, name)
}

// node visits a page and the pages below it. Their keys must be low or greater, and less than
// high. path has the pages above.
func (w *walk) node(name string, id uint64, low, high []byte, path []uint64) bool {
	pg, err := w.read(id)
	switch {
	case err != nil:
	case pg.kind == kindFreelist:
		err = errors.New("the page is neither a branch nor a leaf")
	case pg.kind == kindBranch && (len(path) == maxDepth || pg.count == 0):
		err = errors.New("the branch has no elements, or is too deep in the tree")
	case slices.Contains(path, id):
		err = errors.New("the page is its own descendant")
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

// get returns the element of a key, and whether the key exists. It trusts the order of the
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
	return element{}, false, damaged("%s: the branch has no elements, or is too deep in the tree", place(b.name, id))
}

// sub returns the bucket with a key in the bucket in, and whether it exists.
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
