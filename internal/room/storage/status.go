package storage

import "time"

// Status is how a store does, for operators. What a store of its kind does not
// have, or does not tell, is nil. Of several servers it is in each respect that of
// the one that is worst off.
type Status struct {
	Memory   *Memory         // of the server that is fullest
	Saved    map[Saving]bool // whether the last attempt of each kind went well, on all servers
	Replicas *int            // that follow their master now: of the master that has fewest
	File     *File

	// ClockOffset is the server's clock minus this process's, exact to half of a
	// round trip.
	ClockOffset *time.Duration
}

// Memory is what a server holds, in bytes.
type Memory struct {
	Used    int64 // as it is counted against Limit
	Limit   int64 // beyond which the server stores nothing; 0: none is set
	Machine int64 // that the server's machine has; 0: unknown
}

// Saving is a way in which a server keeps on its disk what it has in memory. One that
// it does not use is not told.
type Saving string

// The savings.
const (
	SavedAppend   Saving = "append"   // of each change, to the append-only file
	SavedRewrite  Saving = "rewrite"  // of the append-only file as a shorter one
	SavedSnapshot Saving = "snapshot" // of everything, from time to time, or for a replica
)

// File is what a store in a file takes of its volume, in bytes.
type File struct {
	Size   int64   // never less than before: what is deleted leaves room for what comes
	Volume *Volume // nil: the system does not tell
}

// Volume is where a file is, in bytes.
type Volume struct {
	Free int64 // for this process
	Size int64
}
