package main

import (
	"math"
	"slices"
	"sync"
	"time"
)

// latencies are the measured times of one kind. The zero value is empty. It is safe for concurrent
// use.
type latencies struct {
	mu    sync.Mutex
	times []time.Duration
}

// record adds one time; a negative one counts as 0.
func (l *latencies) record(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times = append(l.times, max(0, d))
}

// quantile returns the smallest time that the share q of all times does not exceed (the nearest
// rank); 0 if there are none.
func (l *latencies) quantile(q float64) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.times) == 0 {
		return 0
	}
	slices.Sort(l.times)
	return l.times[max(1, int(math.Ceil(q*float64(len(l.times)))))-1]
}
