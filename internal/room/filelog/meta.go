package filelog

import (
	"errors"
	"fmt"
	"hash/fnv"
)

// meta is the content of a meta page, one of the first two pages of a file. Each commit
// overwrites the older meta page:
//
//	header | magic uint32 | version uint32 | page size uint32 | flags uint32 | root bucket |
//	free list uint64 | pages uint64 | transaction uint64 | checksum (FNV-1a) uint64
type meta struct {
	root     uint64 // number of the page that lists the buckets
	freelist uint64 // number of the page that lists the free pages
	tx       uint64 // number of the transaction that wrote the meta page
}

const (
	metaMagic   = 0xED0CDAED
	metaVersion = 2
	metaLength  = 64 // bytes after the page header, including the checksum
)

// meta reads the first or second page: 0 or 1.
func (p pages) meta(id uint64) (meta, error) {
	data := make([]byte, headerLength+metaLength)
	if _, err := p.file.ReadAt(data, int64(id)*int64(p.size)); err != nil {
		return meta{}, damaged("page %d: %w", id, readError(err))
	}
	data = data[headerLength:]
	sum := fnv.New64a()
	sum.Write(data[:metaLength-8])
	if order.Uint32(data) != metaMagic || order.Uint32(data[4:]) != metaVersion || order.Uint64(data[metaLength-8:]) != sum.Sum64() {
		return meta{}, damaged("page %d: its checksum is wrong. The other of the two first pages is used; the last change may be missing", id)
	}
	return meta{root: order.Uint64(data[16:]), freelist: order.Uint64(data[32:]), tx: order.Uint64(data[48:])}, nil
}

// base returns the meta page at which reading a file begins: the page of the last commit. If
// the roots of its buckets cannot be read but those of the previous commit can, base returns
// the previous meta page and an error that says so. A commit never overwrites pages that the
// previous commit uses. Call base only while nobody writes.
func (p pages) base() (m meta, err error) {
	latest, err := p.meta(0)
	before, err1 := p.meta(1)
	switch {
	case err != nil && err1 != nil:
		return m, errors.Join(err, err1)
	case err != nil:
		return before, nil
	case err1 != nil:
		return latest, nil
	case before.tx > latest.tx:
		latest, before = before, latest
	}
	if err = p.roots(latest.root); err == nil || p.roots(before.root) != nil {
		return latest, nil
	}
	return before, damaged("the last change is missing, the file is read as it was before: %w", err)
}

// roots returns an error if the list of buckets, or the first page of a bucket, cannot be read.
func (p pages) roots(root uint64) (err error) {
	w := walk{
		pages:  p,
		damage: func(wrong error) bool { err = wrong; return false },
		visit: func(e element) bool {
			b, wrong := asBucket(string(e.key), e)
			if wrong == nil && b.root != 0 {
				_, wrong = p.read(b.root)
			}
			err = wrong
			return err == nil
		},
	}
	w.all(bucket{root: root})
	return err
}

// manyFree is the count in the header of a long free list. The first element of such a list
// is its length.
const manyFree = 0xFFFF

// freePages returns the pages that are free, in ascending order. Its error wraps
// storage.ErrDamaged.
func (p pages) freePages(list uint64) (free []uint64, err error) {
	pg, err := p.read(list)
	if err == nil && pg.kind != kindFreelist {
		err = errors.New("the page is not a free list")
	}
	if err == nil {
		free, err = pg.freeList(p.end)
	}
	if err != nil {
		return nil, damaged("page %d, the list of free pages: %w", list, err)
	}
	return free, nil
}

func (pg page) freeList(end uint64) ([]uint64, error) {
	ids, count := pg.data[headerLength:], uint64(pg.count)
	if pg.count == manyFree {
		count, ids = order.Uint64(ids), ids[8:]
	}
	if room := uint64(len(ids) / 8); count > room {
		return nil, fmt.Errorf("the free list claims %d pages but has room for %d", count, room)
	}
	free := make([]uint64, count)
	for i := range free {
		free[i] = order.Uint64(ids[8*i:])
	}
	for i, id := range free {
		if id < firstPage || id >= end || i > 0 && id <= free[i-1] || id == pg.id {
			return nil, fmt.Errorf("page %d cannot be in the free list at this place", id)
		}
	}
	return free, nil
}
