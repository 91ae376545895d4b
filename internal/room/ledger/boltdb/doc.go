// Package boltdb is a ledger.Database in one file, for one process. It needs no other program.
//
// # What is kept where
//
// Keys that begin with ledger.Volatile are in memory. A new process begins without them. All other
// keys are in the file, in the bucket keys of bbolt. The bucket is one ordered list of keys and
// values, and so is the memory. Both hold a key of the ledger in the same form:
//
//	KEY l N             the entry N of a log
//	KEY h FIELD         the value of a field of a hash
//	KEY m MEMBER        the score of a member of a set
//	KEY n               how many entries the log or members the set has
//	KEY s SCORE MEMBER  nothing; the members of a set in order
//
// The length of the key is written before it, so no key is the beginning of another. N and SCORE
// are 8 bytes, big-endian. The sign bit of SCORE is flipped, so that negative scores come first.
// The bucket meta has the version of this form: format → "3".
//
// The bucket journal has the last changes of keys, which are not in the bucket keys yet. They are in
// memory too, where they hide what the bucket has.
//
// # How it works
//
// Groups of batches are written one after the other (ledger.Groups): those that arrived during a
// commit are carried out in one transaction, in their order. So many batches share an fsync. A
// transaction adds one value to the journal, with all that the group has changed: the moves of many
// rooms share a page, where each would change two of its own. When the journal has maxJournal
// bytes, its changes are moved to their places, many of a page at a time. A transaction that has
// changed no key of the file is not written. Readers use read transactions of bbolt, and a memory
// that nobody changes. They wait for nobody.
//
// # What a crash can lose
//
// After Commit has returned, the changes of the file are on the disk (fsync). They survive a crash
// of the process or of the machine, if the disk obeys fsync. A batch is in the file wholly or not
// at all. A batch whose call had not returned may be in the file. Volatile keys are lost whenever
// the process ends. A read sees only what would survive, and whole batches, even of several keys.
//
// # Damage
//
// Open refuses a file that was cut, or whose first pages cannot be read. Open does not find other
// damage. A call that meets such damage fails with storage.ErrDamaged. Other calls go on as before.
// CheckPages finds all damage that bbolt can find. KeepCopies makes a copy every hour, so that
// damage costs at most an hour.
//
// The file must not be on a network file system without locks. If a second process opens the file,
// Open fails after 2 s and changes nothing. To copy an open file, use Backup.
package boltdb
