package heuristic

import (
	"math/bits"
	"sync/atomic"

	"github.com/quatre/quatre/internal/rules"
)

// table is a transposition table. Its key is the hash of a position. Searches of one board may
// share it without locks. An entry has two words, and the first is the hash XORed with the
// second. If two searches have each written one word of an entry, the entry matches no
// position (Robert Hyatt and Tim Mann, "A Lock-less Transposition-Table Implementation for
// Parallel Search", 2002).
type table struct {
	buckets []bucket
	age     atomic.Uint32 // the age of the latest search
}

// bucket is one cache line.
type bucket [4]entry

type entry struct{ key, data atomic.Uint64 }

const bucketBytes = 64

// bound says what a score means.
type bound uint8

const (
	noBound    bound = iota // the entry is empty
	upperBound              // the value is at most the score
	lowerBound              // the value is at least the score
	exactBound
)

// tableRecord is the content of the entry of a position. Certain scores count plies from
// that position, not from the root.
type tableRecord struct {
	score Score
	depth int
	bound bound
	move  rules.Move // the best move, or noMove
}

const noMove rules.Move = maxSide

func newTable(bytes int) *table {
	return &table{buckets: make([]bucket, max(bytes/bucketBytes, 1))}
}

func (t *table) bucket(hash uint64) *bucket {
	high, _ := bits.Mul64(hash, uint64(len(t.buckets)))
	return &t.buckets[high]
}

// probe returns the record of a position. The bound is noBound if the table has none.
func (t *table) probe(hash uint64) tableRecord {
	b := t.bucket(hash)
	for i := range b {
		data := b[i].data.Load()
		if b[i].key.Load()^data == hash && data != 0 {
			return tableRecord{
				score: Score(int32(uint32(data))), depth: int(data >> 32 & 0xff),
				bound: bound(data >> 40 & 3), move: rules.Move(data >> 42 & 15),
			}
		}
	}
	return tableRecord{move: noMove}
}

// store replaces the entry of the same position, or else the least valuable entry of the
// bucket: the entry of an older search or of a smaller depth.
func (t *table) store(hash uint64, r tableRecord, age uint8) {
	b := t.bucket(hash)
	var victim *entry
	least := 1 << 30
	for i := range b {
		e := &b[i]
		data := e.data.Load()
		if data == 0 || e.key.Load()^data == hash {
			victim = e
			break
		}
		value := int(data>>32&0xff) - 8*int(age-uint8(data>>48))
		if value < least {
			least, victim = value, e
		}
	}
	data := uint64(uint32(r.score)) | uint64(r.depth)<<32 | uint64(r.bound)<<40 |
		uint64(r.move)<<42 | uint64(age)<<48
	victim.data.Store(data)
	victim.key.Store(hash ^ data)
}
