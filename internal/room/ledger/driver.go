package ledger

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/room/storage"
)

// Database is where a Store keeps everything: one Driver for each shard, a clock and its health.
type Database interface {
	storage.Clock
	storage.StatusReporter

	// Shards returns the shards, at least one. All processes that use the database see the same
	// shards in the same order.
	Shards() []Driver

	// Fresh reports whether the keys that begin with Volatile were lost before this process opened
	// the database. A database that several processes may use returns false.
	Fresh() bool

	// Close ends every watch and releases files and connections. It blocks until the goroutines of
	// the database have ended. Calls under way, and later calls, fail with ErrClosed.
	Close() error
}

// Driver is what a database does with the keys of one shard. A key names a log, a hash or a sorted
// set. A key that is not there is an empty one.
//
//   - A log is a list of entries, numbered from 1. It is also a channel: every entry that is
//     appended is published there.
//   - A hash has fields with values. An empty value is the same as no field.
//   - A set has members with scores, ordered by score and then by the bytes of the member. A score
//     is between -2^53 and 2^53.
//
// Keys, fields, members, values and payloads are any bytes; keys, entries and payloads are not
// empty. A key is of one kind only. A read of one key sees all changes of a batch or none, except Members beyond the first thousand.
//
// All errors wrap storage.ErrUnavailable, storage.ErrFull or storage.ErrDamaged, or are the error
// of the call's context. While the database is away a call fails within a few seconds. All methods
// may be called by several goroutines at once.
type Driver interface {
	// Commit carries out batches in their order, each of them in one atomic step. The batches of
	// concurrent calls share a round trip or a write to the disk, and each has a result of its own:
	// the number of the first condition that does not hold, counted from 1, or 0. A batch with a
	// condition that does not hold changes nothing.
	//
	// After Commit has returned without an error, the changes last as long as the comment of the
	// driver's package promises, and every call sees them. If Commit fails with
	// storage.ErrUnavailable or the error of ctx, each batch may or may not be carried out, now or
	// a little later. A driver may try a batch again if it does not know whether it was carried
	// out: then a condition that held the first time can fail the second time.
	//
	// An error concerns all batches of the call, some of which may be carried out, and no other
	// call: one damaged key must not fail those that share its group. Groups does the sharing.
	Commit(ctx context.Context, batches ...*Batch) (failed []int, err error)

	// Log returns the entries of a log after entry n, at most limit of them. limit is positive.
	Log(ctx context.Context, log string, n uint64, limit int) ([][]byte, error)

	// Lengths returns the number of the last entry of each log, in the order of logs; 0: it is empty.
	Lengths(ctx context.Context, logs []string) ([]uint64, error)

	// Fields returns the value of each field of a hash, in the order of fields; "" if there is none.
	Fields(ctx context.Context, hash string, fields ...string) ([]string, error)

	// All returns all fields of a hash.
	All(ctx context.Context, hash string) (map[string]string, error)

	// Members returns members of a set.
	Members(ctx context.Context, set string, r Range) ([]Member, error)

	// First follows a tree of sets to its first leaf. The first member of a set leads to the set
	// with the key SET/MEMBER, and is a leaf if that set is empty. First returns the steps to the
	// leaf; none if the tree is empty. It passes over the members of the first set that are in skip.
	First(ctx context.Context, tree string, skip ...string) ([]Step, error)

	// Watch calls tell with each payload that is published on a channel, from before Watch returns
	// until stop is called or the database is closed; ctx bounds this call, not the watch. The order
	// is that of the commits to this channel, and a payload may come more than once. A driver whose
	// package comment says so may publish late, out of order or never. Watch calls tell with an
	// empty payload if payloads may be missing. One goroutine at a time calls tell, which must
	// neither block nor call the driver or stop. A slow tell delays nobody else: if more than
	// mailbox.Limit payloads wait for one tell, an empty payload replaces them. After stop has
	// returned tell is not called again.
	Watch(ctx context.Context, channel string, tell func(payload string)) (stop func(), err error)
}

// Volatile begins the keys of what may be lost when no process uses the database: leases,
// presence and questions, and never before. A database for one process may keep them in memory.
const Volatile = "~"

// Member is a member of a set.
type Member struct {
	Score int64
	Name  string
}

// Compare orders members as a set does: -1 if m comes before o, 0 if they are the same, 1 if after.
func (m Member) Compare(o Member) int {
	return cmp.Or(cmp.Compare(m.Score, o.Score), strings.Compare(m.Name, o.Name))
}

// Range is a part of a set.
type Range struct {
	Most    int64   // the highest score, unless Reverse is set
	After   *Member // begin behind this place; nil: at the beginning
	Reverse bool    // from the last to the first, whatever their scores
	Limit   int     // at most so many members; 0 or less: none
}

// Step is a step on the way from the root of a tree to a leaf.
type Step struct {
	Name string // the first member of the set
	Size int    // how many members the set has, with those that were passed over
}

// Batch is a list of conditions and a list of changes. The changes are carried out in their order
// if all conditions hold.
type Batch struct{ If, Do []Op }

// Op is one condition or change. The meaning of A and B depends on its kind.
type Op struct {
	Kind      Kind
	Key, A, B string
}

// Kind is the kind of a condition or of a change.
type Kind byte

// The conditions.
const (
	IfLog   Kind = 'L' // the log has A entries, and the last one ends with the bytes B; if A is 0, B is empty
	IfField Kind = 'F' // the field A has the value B
	IfScore Kind = 'S' // the set has the member A, and its score is at least B
)

// The changes.
const (
	Append   Kind = 'a' // append the entry A to the log, and publish it on the channel of the same name
	SetField Kind = 'f' // set the field A to B; "" removes it
	Put      Kind = 'p' // give the member A the score B
	PutNew   Kind = 'n' // the same, unless A is a member already
	Remove   Kind = 'r' // remove the member A
	Prune    Kind = 'e' // remove the member A if the set with the key B is empty
	Delete   Kind = 'd' // remove the whole key
	Publish  Kind = 'c' // publish A on the channel
)

func (b *Batch) require(kind Kind, key, a, c string) { b.If = append(b.If, Op{kind, key, a, c}) }
func (b *Batch) change(kind Kind, key, a, c string)  { b.Do = append(b.Do, Op{kind, key, a, c}) }

func (b *Batch) ifLog(log string, n uint64, tail string) { b.require(IfLog, log, utoa(n), tail) }
func (b *Batch) ifField(hash, field, value string)       { b.require(IfField, hash, field, value) }
func (b *Batch) ifScore(set, name string, least int64)   { b.require(IfScore, set, name, itoa(least)) }

func (b *Batch) append(log string, raw []byte)        { b.change(Append, log, string(raw), "") }
func (b *Batch) set(hash, field, value string)        { b.change(SetField, hash, field, value) }
func (b *Batch) drop(hash, field string)              { b.change(SetField, hash, field, "") }
func (b *Batch) put(set, name string, score int64)    { b.change(Put, set, name, itoa(score)) }
func (b *Batch) putNew(set, name string, score int64) { b.change(PutNew, set, name, itoa(score)) }
func (b *Batch) remove(set, name string)              { b.change(Remove, set, name, "") }
func (b *Batch) prune(set, name, empty string)        { b.change(Prune, set, name, empty) }
func (b *Batch) delete(key string)                    { b.change(Delete, key, "", "") }
func (b *Batch) publish(channel, payload string)      { b.change(Publish, channel, payload, "") }

func itoa(n int64) string  { return strconv.FormatInt(n, 10) }
func utoa(n uint64) string { return strconv.FormatUint(n, 10) }
