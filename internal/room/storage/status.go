package storage

import "time"

// Status is the health of a store, for operators. Fields that a kind of store does not
// have are nil. If there are several servers each field is about the worst of them.
type Status struct {
	Memory   *Memory         // of the fullest server
	Saved    map[Saving]bool // whether the last attempt of each kind succeeded, on all servers
	Replicas *int            // connected now, of the master that has the fewest
	File     *File

	// NeedsReplica says that a server without a replica stores nothing.
	NeedsReplica bool

	// ClockOffset is the server's clock minus this process's, to within half a round
	// trip.
	ClockOffset *time.Duration
}

// Memory is the memory of a server, in bytes.
type Memory struct {
	Used    int64 // as the server compares it with Limit
	Limit   int64 // above it the server stores nothing; 0: none is set
	Machine int64 // of the machine; 0: unknown
}

// Saving is a way in which a server saves its memory to disk. Ways that it does not use
// are left out.
type Saving string

// The ways of saving.
const (
	SavedAppend   Saving = "append"   // each change, to the append-only file
	SavedRewrite  Saving = "rewrite"  // rewriting the append-only file, to make it shorter
	SavedSnapshot Saving = "snapshot" // of everything, from time to time, or for a replica
)

// MinFree is how many bytes must be free on the volume of a store's file.
const MinFree = 1 << 20

// File is the file of a store.
type File struct {
	Size   int64   // in bytes; it never shrinks, since freed pages are used again
	Damage string  // the first that this process has met, for people; empty: none
	Volume *Volume // nil: unknown
}

// Volume is the file system of a file, in bytes.
type Volume struct {
	Free int64 // free for this process
	Size int64
}
