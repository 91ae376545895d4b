// Package storage is the seam between rooms and the stores that keep them.
//
// It holds one small interface for each thing that a store does, and the types that
// both sides use: notices, presence, jobs, errors. Callers use only the interfaces that they
// need. Package ledger implements all interfaces on a database. Its tests try every sentence
// of their comments on each of the databases.
//
// Every implementation promises:
//
//   - It is safe for concurrent use.
//   - An append and its effects are stored in one atomic step, or not at all.
//   - Errors wrap those of this package, or are the error of the call's context.
//
// Most methods may fail with ErrUnavailable. The comments name only the other errors.
package storage

import "context"

// Store is everything that a store does. Only programs and tests need all of it.
type Store interface {
	Shards
	Clock
	Log
	Watcher
	Deadlines
	Lists
	Presence
	Queue
	Answers
	Questions
	Archive
	Forgetter
	NameKey
	Bulk
	StatusReporter

	// Close ends every watch and releases files and connections. It blocks until the
	// goroutines of the store have ended. No other method may be called after it.
	Close() error
}

// StatusReporter reports the health of a store, for operators.
type StatusReporter interface {
	// Status returns the health of the store. It leaves out servers that do not answer, and
	// fails only if no server answers.
	Status(ctx context.Context) (Status, error)

	// CheckSpace fails with ErrFull if the volume of the store's file has less than
	// MinFree bytes left, so that the next change may fail. A store on a server always succeeds,
	// because a server with a full disk refuses every change itself.
	CheckSpace() error
}
