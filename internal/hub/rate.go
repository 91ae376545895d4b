package hub

import (
	"sync"
	"time"
)

// rate is how often something may happen: once every interval, and burst times at
// once after a pause. Without an interval it may always.
//
// It is the generic cell rate algorithm as virtual scheduling (ITU-T I.371, annex
// A), which counts exactly like a leaky bucket and keeps one time for each
// who is counted: when the bucket will be empty.
type rate struct {
	interval time.Duration
	burst    int
}

// per returns the rate of n in a time; no limit if n is 0.
func per(n int, in time.Duration, burst int) rate {
	if n == 0 {
		return rate{}
	}
	return rate{max(in/time.Duration(n), 1), burst}
}

// take counts something that costs so much, from a bucket that will be empty at a
// time. It returns when the bucket will be empty then; if ok is false it has
// counted nothing, and may be asked again after wait.
func (r rate) take(empty time.Time, cost int, now time.Time) (next time.Time, wait time.Duration, ok bool) {
	if r.interval == 0 {
		return empty, 0, true
	}
	next = empty
	if next.Before(now) {
		next = now
	}
	next = next.Add(time.Duration(cost) * r.interval)
	if over := next.Sub(now) - time.Duration(r.burst)*r.interval; over > 0 {
		return empty, over, false
	}
	return next, 0, true
}

// rates count for many at once: addresses, or players. Its size is bounded: those
// for whom there is no place share one bucket, the zero K's.
type rates[K comparable] struct {
	rate
	max int

	mu    sync.Mutex
	empty map[K]time.Time
	swept time.Time // when those with an empty bucket were dropped
}

// ratesSweep is how often those who have an empty bucket are forgotten, full or
// not.
const ratesSweep = time.Minute

// fullSweep is how often at most that is tried because there is no place.
const fullSweep = time.Second

func newRates[K comparable](r rate, max int) *rates[K] {
	return &rates[K]{rate: r, max: max, empty: map[K]time.Time{}}
}

// take is rate.take for one of them.
func (r *rates[K]) take(who K, cost int, now time.Time) (wait time.Duration, ok bool) {
	if r.interval == 0 {
		return 0, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sweep(now)
	if _, known := r.empty[who]; !known && len(r.empty) >= r.max {
		var others K
		who = others
	}
	next, wait, ok := r.rate.take(r.empty[who], cost, now)
	if ok {
		r.empty[who] = next
	}
	return wait, ok
}

func (r *rates[K]) sweep(now time.Time) {
	age := now.Sub(r.swept)
	if age < fullSweep || age < ratesSweep && len(r.empty) < r.max {
		return
	}
	r.swept = now
	for who, empty := range r.empty {
		if !empty.After(now) {
			delete(r.empty, who)
		}
	}
}
