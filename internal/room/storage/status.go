package storage

// Status is the health of a store, for operators. Fields that a kind of store does not
// have are nil. If there are several servers, each field describes the worst of them.
type Status struct {
	Memory   *Memory         // of the fullest server
	Saved    map[Saving]bool // whether the last attempt of each kind succeeded on all servers
	Replicas *int            // connected replicas of the master that has the fewest
	File     *File

	// NeedsReplica says that writes fail while a server has no replica.
	NeedsReplica bool
}

// Memory is the memory of a server, in bytes.
type Memory struct {
	Used    int64 // what the server compares with Limit
	Limit   int64 // above it the server refuses writes; 0: no limit
	Machine int64 // the machine's memory; 0: unknown
}

// Max returns how much memory the server may use; 0: unknown. Without a limit it may use half of the
// machine's memory, because it can need twice its memory to rewrite the append-only file.
func (m Memory) Max() int64 {
	if m.Limit > 0 {
		return m.Limit
	}
	return m.Machine / 2
}

// Saving is a way in which a server saves its memory to disk. Status.Saved has only the ways
// that the server uses.
type Saving string

// The ways of saving.
const (
	SavedAppend   Saving = "append"   // appending each change to the append-only file
	SavedRewrite  Saving = "rewrite"  // rewriting the append-only file, to make it shorter
	SavedSnapshot Saving = "snapshot" // writing the whole memory, from time to time or for a replica
)

// MinFree is how many bytes must be free on the volume of a store's file.
const MinFree = 1 << 20

// File is the file of a store.
type File struct {
	Size   int64   // in bytes; it never shrinks, since freed pages are used again
	Volume *Volume // the volume of the file; nil: unknown
}

// Volume is the file system of a file, in bytes.
type Volume struct {
	Free int64 // free for this process
	Size int64
}
