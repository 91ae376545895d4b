package filelog

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/storage"
)

// damage is what was met since the file was opened.
type damage struct {
	mu    sync.Mutex
	first error       // nil: nothing
	tell  func(error) // is told of the first; may be nil
}

// OnDamage has tell called with the first damage of the file that a call meets. If that has
// happened already, it is called at once.
func (s *Store) OnDamage(tell func(error)) {
	s.damage.mu.Lock()
	s.damage.tell = tell
	first := s.damage.first
	s.damage.mu.Unlock()
	if first != nil {
		tell(first)
	}
}

// note remembers err if it tells of damage. It returns err.
func (s *Store) note(err error) error {
	if !errors.Is(err, storage.ErrDamaged) {
		return err
	}
	s.damage.mu.Lock()
	isFirst := s.damage.first == nil
	if isFirst {
		s.damage.first = err
	}
	tell := s.damage.tell
	s.damage.mu.Unlock()
	if isFirst && tell != nil {
		tell(err)
	}
	return err
}

// met returns the first damage as text; empty: none was met.
func (s *Store) met() string {
	s.damage.mu.Lock()
	defer s.damage.mu.Unlock()
	if s.damage.first == nil {
		return ""
	}
	return s.damage.first.Error()
}

// guard calls do. bbolt checks little of what it reads: on a damaged page it panics, or reads
// memory that no part of the file is mapped to. guard returns both as storage.ErrDamaged. The
// transaction has been rolled back, and bbolt goes on with the rest of the file.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damaged("%v", p)
		}
	}()
	return do()
}

// readTx runs a read transaction on db, guarded.
func (s *Store) readTx(fn func(*bolt.Tx) error) error {
	return s.note(guard(func() error { return s.db.View(fn) }))
}

// writeTx runs a write transaction on db, guarded. It is undone if it returns an error.
func (s *Store) writeTx(fn func(*bolt.Tx) error) error {
	return s.note(guard(func() error { return s.db.Update(fn) }))
}

// pagesOf returns the pages of a transaction, and the bucket of all buckets. They stay as they
// are until the transaction ends.
func (s *Store) pagesOf(tx *bolt.Tx) (pages, bucket) {
	size := s.db.Info().PageSize
	p := pages{file: s.file, size: size, end: uint64(tx.Size()) / uint64(size), cache: s.cache}
	if s.readOnly {
		return p, bucket{root: s.base.root}
	}
	return p, bucket{root: uint64(tx.Cursor().Bucket().Root())}
}

// errCut says that a file is shorter than its content.
func errCut(size, want int64) error {
	return damaged("the file was cut: it has %d of %d bytes", size, want)
}

// advice tells the operator what to do with a damaged file.
func advice(path string) string {
	return fmt.Sprintf("hub check %s says what is damaged, and hub export -store file:%s FILE copies what is left; "+
		"then move the file away and restore a copy, or import that one", path, path)
}
