package main

import (
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Range and precision of a histogram.
const (
	maxRecorded       = 5 * time.Hour // longer durations count as this, except in the maximum
	significantDigits = 3             // significant decimal digits of a quantile
)

// histogram counts durations in an HdrHistogram (Gil Tene, 2012): a microsecond and a
// minute have the same relative error. The zero value is empty. It is safe for concurrent
// use.
type histogram struct {
	mu     sync.Mutex
	counts *hdrhistogram.Histogram // nil: empty
	max    time.Duration
}

// record counts one duration; a negative one counts as 0.
func (h *histogram) record(d time.Duration) {
	d = max(0, d)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.counts == nil {
		h.counts = hdrhistogram.New(1, int64(maxRecorded), significantDigits)
	}
	h.max = max(h.max, d)
	_ = h.counts.RecordValue(int64(min(d, maxRecorded))) // fails only above maxRecorded
}

// quantile returns the smallest duration that the share q of all durations does not exceed
// (the nearest rank), to the precision of the counts; 0 if there are none.
func (h *histogram) quantile(q float64) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.counts == nil {
		return 0
	}
	if q >= 1 {
		return h.max
	}
	return min(time.Duration(h.counts.ValueAtPercentile(100*q)), h.max)
}
