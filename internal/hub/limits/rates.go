package limits

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// rates limits how often each of many callers, addresses or players, may do something.
// It holds a token bucket for at most max of them. The others share one bucket, that of
// the zero K.
type rates[K comparable] struct {
	limit rate.Limit
	burst int
	max   int

	mu      sync.Mutex
	buckets map[K]*rate.Limiter
	swept   time.Time // when the full buckets were dropped
}

const (
	// ratesSweep is how often full buckets are dropped.
	ratesSweep = time.Minute

	// crowdedSweep is how often they are dropped while there is no room for another one.
	crowdedSweep = time.Second
)

// newRates grants n in each period, and burst of them at once. There is no limit if n
// is 0.
func newRates[K comparable](n int, period time.Duration, burst, max int) *rates[K] {
	return &rates[K]{limit: per(n, period), burst: burst, max: max, buckets: map[K]*rate.Limiter{}}
}

// per returns the rate of n in each period; no limit if n is 0.
func per(n int, period time.Duration) rate.Limit {
	if n == 0 {
		return rate.Inf
	}
	return rate.Limit(float64(n) / period.Seconds())
}

// take counts something of a cost. If ok is false it has counted nothing, and the same
// may be granted after wait.
func (r *rates[K]) take(who K, cost int, now time.Time) (wait time.Duration, ok bool) {
	if r.limit == rate.Inf {
		return 0, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sweep(now)
	b := r.buckets[who]
	if b == nil && len(r.buckets) >= r.max {
		var others K
		who = others
		b = r.buckets[who]
	}
	if b == nil {
		b = rate.NewLimiter(r.limit, r.burst)
		r.buckets[who] = b
	}
	return takeFrom(b, cost, now)
}

// takeFrom is take for one bucket.
func takeFrom(b *rate.Limiter, cost int, now time.Time) (wait time.Duration, ok bool) {
	if b.AllowN(now, cost) {
		return 0, true
	}
	missing := float64(cost) - b.TokensAt(now)
	return time.Duration(missing / float64(b.Limit()) * float64(time.Second)), false
}

// sweep drops the buckets that are full: a new one would count the same.
func (r *rates[K]) sweep(now time.Time) {
	age := now.Sub(r.swept)
	if age < crowdedSweep || age < ratesSweep && len(r.buckets) < r.max {
		return
	}
	r.swept = now
	for who, b := range r.buckets {
		if b.TokensAt(now) >= float64(r.burst) {
			delete(r.buckets, who)
		}
	}
}
