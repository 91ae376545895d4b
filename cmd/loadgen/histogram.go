package main

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// The precision of a histogram: a value is told from others that differ by more
// than one part in 2^precision, here 0.8 %.
const (
	precision = 7
	subs      = 1 << precision
	shifts    = 36 // the largest value told exactly enough is 2^(precision+1+shifts-1) ns, some 4.9 hours
	buckets   = (shifts + 1) * subs
)

// histogram counts durations in buckets whose width grows with the value, so that
// a microsecond and a minute have the same relative error: the idea of
// HdrHistogram (Gil Tene, 2012). The zero value is empty. It may be written to by
// many goroutines at once.
type histogram struct {
	counts [buckets]atomic.Uint64
	total  atomic.Uint64
	max    atomic.Int64
}

// bucketOf returns the bucket of a value. Below 2^(precision+1) each value has
// its own.
func bucketOf(v uint64) int {
	shift := max(0, bits.Len64(v)-precision-1)
	if shift >= shifts {
		return buckets - 1
	}
	return shift*subs + int(v>>shift)
}

// topOf returns the largest value of a bucket.
func topOf(bucket int) uint64 {
	if bucket < 2*subs {
		return uint64(bucket)
	}
	shift := bucket/subs - 1
	return uint64(bucket-shift*subs+1)<<shift - 1
}

// record counts one duration; a negative one counts as 0.
func (h *histogram) record(d time.Duration) {
	d = max(0, d)
	h.counts[bucketOf(uint64(d))].Add(1)
	h.total.Add(1)
	for {
		before := h.max.Load()
		if int64(d) <= before || h.max.CompareAndSwap(before, int64(d)) {
			return
		}
	}
}

// quantile returns what the share q of the durations does not exceed (the nearest
// rank), to the precision of the buckets; 0 if there are none.
func (h *histogram) quantile(q float64) time.Duration {
	total := h.total.Load()
	if total == 0 {
		return 0
	}
	rank := min(total, max(1, uint64(q*float64(total)+0.999999)))
	var sum uint64
	for i := range h.counts {
		if sum += h.counts[i].Load(); sum >= rank {
			return min(time.Duration(topOf(i)), time.Duration(h.max.Load()))
		}
	}
	return time.Duration(h.max.Load())
}
