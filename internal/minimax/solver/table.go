package solver

import (
	"math/bits"
	"sync/atomic"
)

// Table is a transposition table: it maps positions to bounds of their scores. Any number
// of goroutines may share it. It needs no lock and never takes one position for another.
// When a bucket is full, the entries that took the least work are replaced.
//
// The key of a position is multiplied by an odd constant, which is a bijection modulo a
// power of two. The upper bits of the product select a bucket of four words. The lower
// bits are stored in the word. Together they identify the key. All data of a position is
// in one word, which is read and written atomically:
//
//	bits 18 and up   the lower bits of the product
//	     12 to 17    the work: the bit length of the number of nodes
//	      6 to 11    the lower bound, plus 32
//	      0 to 5     the upper bound, plus 32
//
// A word of 0 is empty: no lower bound is -32.
type Table struct {
	words   []uint64
	keyBits uint // bits of a key
	tagBits uint // bits of the product that are stored in the word
}

const (
	bucketWords = 4
	boundBits   = 6
	boundOffset = 32
	workBits    = 6
	tagShift    = 2*boundBits + workBits

	// hashMultiplier is the odd number next to 2^64 divided by the golden ratio. It spreads
	// consecutive keys evenly (Donald Knuth, "The Art of Computer Programming", volume 3,
	// 6.4).
	hashMultiplier = 0x9E3779B97F4A7C15

	// agingInterval is how many entries are stored in a bucket, on average, before the table halves
	// the work that it has noted with each entry of the bucket.
	agingInterval = 64
)

// NewTable returns an empty table for a board. The board must fit; see Board.Fits. The
// table is the largest of at most size bytes, with two exceptions. It is at least so large that
// a word can identify a position, which takes at most 8 MiB. It is never larger than all
// positions need.
func NewTable(b Board, size int) *Table {
	key := uint(b.Columns * (b.Rows + 1))
	index := uint(max(bits.Len(uint(size/(8*bucketWords))), 1)) - 1
	index = max(index, key-min(key, 64-tagShift))
	index = min(index, key)
	t := &Table{words: make([]uint64, bucketWords<<index), keyBits: key, tagBits: key - index}
	adviseHugePages(t.words)
	return t
}

// locate returns the index of the first word of the bucket of a key, and the tag that stands
// for the key in a word.
func (t *Table) locate(key uint64) (first int, tag uint64) {
	h := key * hashMultiplier & (1<<t.keyBits - 1)
	return int(h>>(t.tagBits&63)) * bucketWords, h & (1<<(t.tagBits&63) - 1)
}

// prefetch starts to load the bucket of a key into the cache.
func (t *Table) prefetch(key uint64) {
	first, _ := t.locate(key)
	prefetch(&t.words[first])
}

// get returns the bounds of a position's score.
func (t *Table) get(key uint64) (low, high int, found bool) {
	first, tag := t.locate(key)
	bucket := t.words[first : first+bucketWords : first+bucketWords]
	for i := range bucket {
		if w := atomic.LoadUint64(&bucket[i]); w>>tagShift == tag && w != 0 {
			return int(w>>boundBits&(1<<boundBits-1)) - boundOffset, int(w&(1<<boundBits-1)) - boundOffset, true
		}
	}
	return 0, 0, false
}

// put stores the bounds of a position, and the number of nodes of the search that found them. It
// replaces the entry of the same position, or else the bucket's entry with the least work.
func (t *Table) put(key uint64, low, high, nodes int) {
	first, tag := t.locate(key)
	bucket := t.words[first : first+bucketWords : first+bucketWords]
	work := uint64(bits.Len64(uint64(nodes)))
	least, victim := uint64(1<<workBits), 0
	for i := range bucket {
		w := atomic.LoadUint64(&bucket[i])
		if w>>tagShift == tag && w != 0 {
			least, victim = 0, i
			break
		}
		if entryWork := w >> (2 * boundBits) & (1<<workBits - 1); entryWork < least {
			least, victim = entryWork, i
		}
	}
	if least > 0 && tag%agingInterval == 0 {
		halveWork(bucket)
	}
	atomic.StoreUint64(&bucket[victim], tag<<tagShift|work<<(2*boundBits)|
		uint64(low+boundOffset)<<boundBits|uint64(high+boundOffset))
}

// halveWork halves the work of all entries of a bucket. Otherwise positions that took much
// work would keep their places for ever, even when the process plays other games.
func halveWork(bucket []uint64) {
	for i := range bucket {
		w := atomic.LoadUint64(&bucket[i])
		if w>>(2*boundBits)&(1<<workBits-1) > 0 {
			atomic.CompareAndSwapUint64(&bucket[i], w, w-1<<(2*boundBits))
		}
	}
}
