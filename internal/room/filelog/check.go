package filelog

import (
	"context"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

// Checked counts what Check has read.
type Checked struct {
	Rooms, Games, Pages int
}

// Check reads a whole file and calls tell for each damage that it finds. The argument is a
// sentence for the operator and wraps storage.ErrDamaged. Check finds pages that cannot be
// read or reached, values that cannot be decoded, logs whose digests do not follow each
// other, and indexes that contradict what they index. It writes nothing.
//
// Check cannot find a change in a record that can still be decoded and is possible: a record
// has no checksum.
//
// Check returns an error if it cannot begin to read: another process uses the file, the file
// is empty, or its first pages are damaged.
func Check(ctx context.Context, path string, tell func(error)) (Checked, error) {
	s := &Store{path: path, readOnly: true, clock: time.Now, cache: &pageCache{}}
	if err := s.openRead(LockTimeout); err != nil {
		return Checked{}, err
	}
	for _, fault := range s.faults {
		tell(fault)
	}
	c := &checker{ctx: ctx, report: tell}
	err := s.readTx(func(tx *bolt.Tx) error {
		c.pages, c.root = s.pagesOf(tx)
		c.freelist = s.base.freelist
		c.checkAll()
		return ctx.Err()
	})
	return c.done, errors.Join(err, s.db.Close())
}

// checker is a run of Check.
type checker struct {
	ctx    context.Context
	report func(error)
	done   Checked
	pages
	root     bucket
	freelist uint64 // page of the list of free pages

	free, used []bool                 // by page
	journaled  map[room.ID]room.Entry // the last entry of each room that is in the journal only
	unreadable bool                   // a page cannot be read, so the pages below it are unknown
}

// found reports damage to the caller of Check.
func (c *checker) found(format string, args ...any) { c.report(damaged(format, args...)) }

func (c *checker) checkAll() {
	c.journaled = make(map[room.ID]room.Entry)
	c.free, c.used = make([]bool, c.end), make([]bool, c.end)
	c.checkFirstPages()
	c.visit(c.root, func(e element) {
		b, err := asBucket(string(e.key), e)
		if err != nil {
			c.report(err)
			return
		}
		check := c.contents()[b.name]
		if check == nil { // a newer version made this bucket
			check = func(element) {}
		}
		c.visit(b, check)
	})
	for id := uint64(firstPage); id < c.end; id++ {
		if !c.used[id] && !c.free[id] && !c.unreadable {
			c.found("page %d: it is neither in use nor free", id)
		}
	}
}

// checkFirstPages checks the two meta pages and marks the free pages. It does not report
// again what trust has reported.
func (c *checker) checkFirstPages() {
	for id := range uint64(firstPage) {
		if _, err := c.meta(id); err != nil {
			c.report(err)
		}
	}
	free, err := c.freePages(c.freelist)
	if err != nil {
		c.unreadable = true
		return
	}
	for _, id := range free {
		c.free[id] = true
	}
	if pg, err := c.read(c.freelist); err == nil {
		_ = c.use(pg)
	}
}

// use marks a page as in use.
func (c *checker) use(pg page) error {
	for id := pg.id; id <= pg.id+pg.overflow; id++ {
		if c.used[id] {
			return fmt.Errorf("the page is used in two places")
		}
		c.used[id] = true
		c.done.Pages++
		if c.free[id] {
			c.found("page %d: it is in use, and in the list of free pages", id)
		}
	}
	return nil
}

// visit checks the pages of a bucket, and calls do with each element of the bucket.
func (c *checker) visit(b bucket, do func(element)) {
	w := walk{
		pages: c.pages, enter: c.use,
		visit:  func(e element) bool { do(e); return c.ctx.Err() == nil },
		damage: func(err error) bool { c.unreadable = true; c.report(err); return true },
	}
	w.all(b)
}

// inBucket returns a function that visits a nested bucket of the named bucket, and calls do
// with its name and each of its elements.
func (c *checker) inBucket(name string, do func(in string, e element)) func(element) {
	return func(e element) {
		b, err := asBucket(name+"/"+string(e.key), e)
		if err != nil {
			c.report(err)
			return
		}
		c.visit(b, func(inner element) { do(string(e.key), inner) })
	}
}

// lookUp returns the value of a key in the bucket at path, and whether the key exists and can
// be read.
func (c *checker) lookUp(key []byte, path ...[]byte) (element, bool) {
	b := c.root
	for _, name := range path {
		inner, found, err := c.sub(b, name)
		if err != nil || !found {
			return element{}, false
		}
		b = inner
	}
	e, found, err := c.get(b, key)
	return e, found && err == nil
}
