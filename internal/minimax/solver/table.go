package solver

import (
	"math/bits"
	"sync/atomic"
)

// Table is a transposition table: bounds of the scores of positions that have been
// searched. It may be shared by any number of goroutines, without a lock, and never
// mistakes one position for another. When it is full what cost little
// to find makes room.
//
// A position's number is multiplied by an odd constant, which is one to one modulo
// a power of two. The upper bits of the product choose a bucket of four words and
// the lower ones are kept in the word, so that both give the number back. All
// there is to know of a position is one word, written and read at once:
//
//	bits 18 and up   the lower bits of the product
//	     12 to 17    the work: how many bits the number of nodes below it has
//	      6 to 11    the lower bound, plus 32
//	      0 to 5     the upper bound, plus 32
//
// A word of 0 is empty: no bound is as low as -32.
type Table struct {
	words []uint64
	key   uint // bits of a position's number
	tag   uint // bits of it that are kept in the word
}

const (
	bucketWords = 4
	boundBits   = 6
	boundZero   = 32
	workBits    = 6
	tagShift    = 2*boundBits + workBits

	// spread is the odd number next to 2^64 divided by the golden ratio: its
	// multiples lie far apart (Donald Knuth, "The Art of Computer Programming", volume 3,
	// 6.4).
	spread = 0x9E3779B97F4A7C15

	// wearing is how many newcomers a bucket takes, on average, until what stands in it
	// is worth half as much.
	wearing = 64

	// DefaultTableBytes fits one level or another of most processors' caches. A larger
	// table pays for boards that are almost empty.
	DefaultTableBytes = 64 << 20
)

// NewTable returns an empty table for a board that Fits: the largest of up to size
// bytes, but never so small that what a word keeps would not tell positions apart, which is
// 8 MiB at most, nor larger than there are positions for.
func NewTable(b Board, size int) *Table {
	key := uint(b.Columns * (b.Rows + 1))
	index := uint(max(bits.Len(uint(size/(8*bucketWords))), 1)) - 1
	index = max(index, key-min(key, 64-tagShift))
	index = min(index, key)
	t := &Table{words: make([]uint64, bucketWords<<index), key: key, tag: key - index}
	adviseHugePages(t.words)
	return t
}

// Bytes returns the size of the table.
func (t *Table) Bytes() int { return 8 * len(t.words) }

// place returns the first word of a number's bucket and what the word keeps of it.
func (t *Table) place(key uint64) (first int, tag uint64) {
	h := key * spread & (1<<t.key - 1)
	return int(h>>(t.tag&63)) * bucketWords, h & (1<<(t.tag&63) - 1)
}

// prefetch fetches a number's bucket while something else is computed.
func (t *Table) prefetch(key uint64) {
	first, _ := t.place(key)
	prefetch(&t.words[first])
}

// get returns the bounds of a position's score.
func (t *Table) get(key uint64) (low, high int, found bool) {
	first, tag := t.place(key)
	bucket := t.words[first : first+bucketWords : first+bucketWords]
	for i := range bucket {
		if w := atomic.LoadUint64(&bucket[i]); w>>tagShift == tag && w != 0 {
			return int(w>>boundBits&(1<<boundBits-1)) - boundZero, int(w&(1<<boundBits-1)) - boundZero, true
		}
	}
	return 0, 0, false
}

// put keeps the bounds of a position that took some nodes to search. It takes the
// place of what was known of it, or else of what took least in its bucket.
func (t *Table) put(key uint64, low, high, nodes int) {
	first, tag := t.place(key)
	bucket := t.words[first : first+bucketWords : first+bucketWords]
	work := uint64(bits.Len64(uint64(nodes)))
	least, victim := uint64(1<<workBits), 0
	for i := range bucket {
		w := atomic.LoadUint64(&bucket[i])
		if w>>tagShift == tag && w != 0 {
			least, victim = 0, i
			break
		}
		if worth := w >> (2 * boundBits) & (1<<workBits - 1); worth < least {
			least, victim = worth, i
		}
	}
	if least > 0 && tag%wearing == 0 {
		wear(bucket)
	}
	atomic.StoreUint64(&bucket[victim], tag<<tagShift|work<<(2*boundBits)|
		uint64(low+boundZero)<<boundBits|uint64(high+boundZero))
}

// wear halves the worth of what stands in a bucket. Without it, positions that
// took long would keep their places for ever in a process that goes on to other games.
func wear(bucket []uint64) {
	for i := range bucket {
		w := atomic.LoadUint64(&bucket[i])
		if w>>(2*boundBits)&(1<<workBits-1) > 0 {
			atomic.CompareAndSwapUint64(&bucket[i], w, w-1<<(2*boundBits))
		}
	}
}
