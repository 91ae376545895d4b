package filelog

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

// pages reads the pages of a bbolt file without bbolt, which panics on a damaged page, or
// reads memory beyond the end of the file. It trusts no byte that it reads.
//
// The layout is that of bbolt 1.x, in the byte order of the machine. A page:
//
//	id uint64 | kind uint16 | count uint16 | overflow uint32 | count elements | keys and values
//
// overflow is the number of further pages that belong to it. An element of a branch, and one
// of a leaf; pos is where its key begins, counted from the element, and its value follows:
//
//	pos uint32 | key length uint32 | child uint64
//	flags uint32 | pos uint32 | key length uint32 | value length uint32
//
// Keys and values follow each other without gaps. The value of a bucket is its root and its
// sequence, each uint64; if the root is 0, its only page follows.
type pages struct {
	file io.ReaderAt
	size int    // of a page, in bytes
	end  uint64 // the number of pages

	cache *pageCache // of a file that nobody writes to; nil: none
}

// pageCache keeps elements of pages, by page. Looking up many keys reads the same pages
// again and again.
type pageCache struct {
	mu    sync.Mutex
	pages map[uint64]cached
}

type cached struct {
	kind uint16
	all  []element
}

// maxCached bounds the pages of a cache: about 32 MB.
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

// elementsOf returns the kind and elements of a page, if nothing is wrong with it.
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
	headerLength  = 16 // of a page
	elementLength = 16
	bucketLength  = 16 // of a bucket's value, without a page
	firstPage     = 2  // after the two meta pages

	kindBranch   = 0x01
	kindLeaf     = 0x02
	kindFreelist = 0x10

	flagBucket = 0x01 // of an element of a leaf
)

// page is a page with all that belongs to it.
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
		return page{}, fmt.Errorf("it says that it is page %d", pg.id)
	case pg.kind != kindBranch && pg.kind != kindLeaf && pg.kind != kindFreelist:
		return page{}, fmt.Errorf("it is of no known kind (%#x)", pg.kind)
	case pg.overflow >= p.end-id:
		return page{}, fmt.Errorf("it claims %d more pages than one, and the file ends before", pg.overflow)
	case pg.overflow == 0:
		return pg, nil
	}
	pg.data = make([]byte, int(pg.overflow+1)*p.size)
	_, err := p.file.ReadAt(pg.data, int64(id)*int64(p.size))
	return pg, readError(err)
}

func readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it lies beyond the end of the file")
	}
	return err
}

// inlinePage returns the page that is part of a bucket's value.
func inlinePage(value []byte) (page, error) {
	if len(value) < headerLength {
		return page{}, errors.New("its page is missing")
	}
	pg := page{kind: order.Uint16(value[8:]), count: int(order.Uint16(value[10:])), data: value}
	if pg.kind != kindLeaf {
		return page{}, fmt.Errorf("its page is of a wrong kind (%#x)", pg.kind)
	}
	return pg, nil
}

// elements returns the elements of a branch or leaf that lie inside the page. The error says
// what is wrong with the page, and the elements are all that can be read of it.
func (pg page) elements() (all []element, err error) {
	if room := (len(pg.data) - headerLength) / elementLength; pg.count > room {
		return nil, fmt.Errorf("it claims %d elements, and has room for %d", pg.count, room)
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
			err = fmt.Errorf("element %d is not where it belongs", i)
		}
		e.key = pg.data[begin : begin+keyLength]
		e.value = pg.data[begin+keyLength : begin+keyLength+valueLength]
		next = int(begin + keyLength + valueLength)
		all = append(all, e)
	}
	return all, err
}

// outOfOrder returns an error unless the keys ascend from low, if that is not nil, to before
// high, if that is not nil.
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
