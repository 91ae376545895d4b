package filelog

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/storage"
)

// damage is the damage that calls have met since the file was opened.
type damage struct {
	mu    sync.Mutex
	first error       // the first damage; nil: none
	tell  func(error) // is called with first; may be nil
}

// OnDamage sets the function that is called with the first damage that a call meets. If a
// call has met damage already, OnDamage calls tell at once.
func (s *Store) OnDamage(tell func(error)) {
	s.damage.mu.Lock()
	s.damage.tell = tell
	first := s.damage.first
	s.damage.mu.Unlock()
	if first != nil {
		tell(first)
	}
}

// note remembers err if it is the first damage. It returns err.
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

// firstDamage returns the first damage as text, or "" if there was none.
func (s *Store) firstDamage() string {
	s.damage.mu.Lock()
	defer s.damage.mu.Unlock()
	if s.damage.first == nil {
		return ""
	}
	return s.damage.first.Error()
}

// guard calls do. bbolt checks little of what it reads: on a damaged page it panics, or reads
// memory to which no part of the file is mapped. guard returns each of these faults as
// storage.ErrDamaged. bbolt has then rolled the transaction back, and can still use the file.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damaged("%v", p)
		}
	}()
	return do()
}

// readTx runs a read transaction through guard.
func (s *Store) readTx(fn func(*bolt.Tx) error) error {
	return s.note(guard(func() error { return s.db.View(fn) }))
}

// writeTx runs a write transaction through guard. If fn returns an error, the transaction is
// undone.
func (s *Store) writeTx(fn func(*bolt.Tx) error) error {
	return s.note(guard(func() error { return s.db.Update(fn) }))
}

// pagesOf returns the pages of a transaction, and the root bucket. The pages do not change
// until the transaction ends.
func (s *Store) pagesOf(tx *bolt.Tx) (pages, bucket) {
	size := s.db.Info().PageSize
	p := pages{file: s.file, size: size, end: uint64(tx.Size()) / uint64(size), cache: s.cache}
	if s.readOnly {
		return p, bucket{root: s.base.root}
	}
	return p, bucket{root: uint64(tx.Cursor().Bucket().Root())}
}

// errCut returns the error for a file that is shorter than its first pages say.
func errCut(size, want int64) error {
	return damaged("the file was cut: it has %d of %d bytes", size, want)
}

// advice returns a sentence that tells the operator what to do with a damaged file.
func advice(path string) string {
	return fmt.Sprintf("hub check %s says what is damaged, and hub export -store file:%s FILE copies what is left; "+
		"then move the file away and restore a copy, or import that one", path, path)
}
