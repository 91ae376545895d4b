package filelog

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

// pages reads the pages of a bbolt file without bbolt, because bbolt panics on a damaged page
// or reads memory beyond the end of the file. pages trusts no byte that it reads.
//
// The layout is that of bbolt 1.x, in the byte order of the machine. A page:
//
//	id uint64 | kind uint16 | count uint16 | overflow uint32 | count elements | keys and values
//
// overflow is the number of pages after this one that belong to it. An element of a branch has
// the first form, an element of a leaf the second. pos is where the key begins, counted from
// the beginning of the element. The value follows the key:
//
//	pos uint32 | key length uint32 | child uint64
//	flags uint32 | pos uint32 | key length uint32 | value length uint32
//
// Keys and values follow each other without gaps. The value of a bucket is its root page and
// its sequence, each uint64. If the root is 0, the bucket's only page follows in the value.
type pages struct {
	file io.ReaderAt
	size int    // bytes of a page
	end  uint64 // the number of pages

	cache *pageCache // only for a file to which nobody writes; may be nil
}

// pageCache keeps the elements of pages, because looking up many keys reads the same pages
// again and again.
type pageCache struct {
	mu    sync.Mutex
	pages map[uint64]cached
}

type cached struct {
	kind uint16
	all  []element
}

// maxCached is the greatest number of pages in a cache, about 32 MB.
const maxCached = 4096

func (c *pageCache) get(id uint64) (e cached, ok bool) {
	if c == nil {
		return e, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok = c.pages[id]
	return e, ok
}

func (c *pageCache) put(id uint64, e cached) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pages == nil || len(c.pages) == maxCached {
		c.pages = make(map[uint64]cached)
	}
	c.pages[id] = e
}

// elementsOf returns the kind and elements of a page. If the page is damaged, the elements are
// those that can be read.
func (p pages) elementsOf(id uint64) (kind uint16, all []element, err error) {
	if e, ok := p.cache.get(id); ok {
		return e.kind, e.all, nil
	}
	pg, err := p.read(id)
	if err != nil {
		return 0, nil, err
	}
	if all, err = pg.elements(); err == nil {
		p.cache.put(id, cached{pg.kind, all})
	}
	return pg.kind, all, err
}

const (
	headerLength  = 16 // bytes of a page's header
	elementLength = 16
	bucketLength  = 16 // bytes of a bucket's value, without the page in it
	firstPage     = 2  // number of the first page after the two meta pages

	kindBranch   = 0x01
	kindLeaf     = 0x02
	kindFreelist = 0x10

	flagBucket = 0x01 // flag of a leaf's element whose value is a bucket
)

// page is a page together with its overflow pages.
type page struct {
	id       uint64
	kind     uint16
	count    int
	overflow uint64
	data     []byte
}

// element is a key in a leaf, or a child of a branch.
type element struct {
	key, value []byte
	isBucket   bool
	child      uint64
}

var order = binary.NativeEndian

// read returns a page that is a branch, a leaf or the free list.
func (p pages) read(id uint64) (page, error) {
	if id < firstPage || id >= p.end {
		return page{}, errors.New("the file has no such page")
	}
	data := make([]byte, p.size)
	if _, err := p.file.ReadAt(data, int64(id)*int64(p.size)); err != nil {
		return page{}, readError(err)
	}
	pg := page{
		id: order.Uint64(data), kind: order.Uint16(data[8:]), count: int(order.Uint16(data[10:])),
		overflow: uint64(order.Uint32(data[12:])), data: data,
	}
	switch {
	case pg.id != id:
		return page{}, fmt.Errorf("its header has the page number %d", pg.id)
	case pg.kind != kindBranch && pg.kind != kindLeaf && pg.kind != kindFreelist:
		return page{}, fmt.Errorf("the page has an unknown kind (%#x)", pg.kind)
	case pg.overflow >= p.end-id:
		return page{}, fmt.Errorf("the page claims %d overflow pages, but the file ends before them", pg.overflow)
	case pg.overflow == 0:
		return pg, nil
	}
	pg.data = make([]byte, int(pg.overflow+1)*p.size)
	_, err := p.file.ReadAt(pg.data, int64(id)*int64(p.size))
	return pg, readError(err)
}

func readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the page lies beyond the end of the file")
	}
	return err
}

// inlinePage returns the page that is part of a bucket's value.
func inlinePage(value []byte) (page, error) {
	if len(value) < headerLength {
		return page{}, errors.New("the page in the bucket's value is missing")
	}
	pg := page{kind: order.Uint16(value[8:]), count: int(order.Uint16(value[10:])), data: value}
	if pg.kind != kindLeaf {
		return page{}, fmt.Errorf("the page in the bucket's value has a wrong kind (%#x)", pg.kind)
	}
	return pg, nil
}

// elements returns the elements of a branch or leaf that lie inside the page. If the page is
// damaged, elements returns those that can be read, and an error.
func (pg page) elements() (all []element, err error) {
	if room := (len(pg.data) - headerLength) / elementLength; pg.count > room {
		return nil, fmt.Errorf("the page claims %d elements but has room for %d", pg.count, room)
	}
	next := headerLength + pg.count*elementLength // where the next key begins
	for i := range pg.count {
		at := headerLength + i*elementLength
		head := pg.data[at : at+elementLength]
		var e element
		var pos, keyLength, valueLength uint64
		if pg.kind == kindBranch {
			pos, keyLength, e.child = uint64(order.Uint32(head)), uint64(order.Uint32(head[4:])), order.Uint64(head[8:])
		} else {
			flags := order.Uint32(head)
			pos, keyLength, valueLength = uint64(order.Uint32(head[4:])), uint64(order.Uint32(head[8:])), uint64(order.Uint32(head[12:]))
			e.isBucket = flags&flagBucket != 0
			if flags&^flagBucket != 0 {
				err = fmt.Errorf("element %d has unknown flags", i)
			}
		}
		begin := uint64(at) + pos
		if keyLength == 0 || begin+keyLength+valueLength > uint64(len(pg.data)) {
			err = fmt.Errorf("element %d does not lie inside the page", i)
			continue
		}
		if begin != uint64(next) {
			err = fmt.Errorf("the key of element %d does not begin where the data before it ends", i)
		}
		e.key = pg.data[begin : begin+keyLength]
		e.value = pg.data[begin+keyLength : begin+keyLength+valueLength]
		next = int(begin + keyLength + valueLength)
		all = append(all, e)
	}
	return all, err
}

// outOfOrder returns an error if the keys do not ascend, if a key is less than low, or if a
// key is not less than high. A nil low or high sets no limit.
func outOfOrder(all []element, low, high []byte) error {
	for i, e := range all {
		switch {
		case i == 0 && low != nil && bytes.Compare(e.key, low) < 0,
			i > 0 && bytes.Compare(e.key, all[i-1].key) <= 0,
			high != nil && bytes.Compare(e.key, high) >= 0:
			return fmt.Errorf("the key %q is out of order", e.key)
		}
	}
	return nil
}
