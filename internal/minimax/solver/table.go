package solver

import (
	"math/bits"
	"sync/atomic"
)

// Table is a transposition table: what is known of positions met before.
type Table struct {
	words []uint64
	index uint // bits of the bucket's number
	keys  uint // bits of a key
}

const (
	bucketWords = 4
	boundBits   = 6
	workBits    = 6
)

// NewTable returns an empty table of up to size bytes for a board.
func NewTable(b Board, size int) *Table {
	keys := uint(b.Columns * (b.Rows + 1))
	index := uint(bits.Len(uint(size/(8*bucketWords)))) - 1
	index = max(index, keys-min(keys, 64-2*boundBits-workBits))
	index = min(index, keys)
	t := &Table{index: index, keys: keys}
	t.words = make([]uint64, bucketWords<<index)
	hugePages(t.words)
	return t
}

const spread = 0x9E3779B97F4A7C15

func (t *Table) place(key uint64) (bucket []uint64, tag uint64) {
	h := key * spread & (1<<t.keys - 1)
	i := h >> ((t.keys - t.index) & 63) * bucketWords
	return t.words[i : i+bucketWords : i+bucketWords], h & (1<<((t.keys-t.index)&63) - 1)
}

// word: tag << 18 | work << 12 | (low+32) << 6 | high+32 ; zero is empty.

func (t *Table) get(key uint64) (low, high int, found bool) {
	bucket, tag := t.place(key)
	for i := range bucket {
		w := atomic.LoadUint64(&bucket[i])
		if w>>(2*boundBits+workBits) == tag && w != 0 {
			return int(w>>boundBits&(1<<boundBits-1)) - 32, int(w&(1<<boundBits-1)) - 32, true
		}
	}
	return 0, 0, false
}

func (t *Table) put(key uint64, low, high, nodes int) {
	bucket, tag := t.place(key)
	work := uint64(bits.Len64(uint64(nodes)))
	w := tag<<(2*boundBits+workBits) | work<<(2*boundBits) | uint64(low+32)<<boundBits | uint64(high+32)
	victim, least := 0, ^uint64(0)
	for i := range bucket {
		old := atomic.LoadUint64(&bucket[i])
		if old>>(2*boundBits+workBits) == tag && old != 0 {
			victim = i
			break
		}
		if worth := old >> (2 * boundBits) & (1<<workBits - 1); worth < least {
			victim, least = i, worth
		}
	}
	atomic.StoreUint64(&bucket[victim], w)
}

func (t *Table) prefetch(key uint64) {
	h := key * spread & (1<<t.keys - 1)
	prefetch(&t.words[h>>((t.keys-t.index)&63)*bucketWords])
}
