package limits

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/quatre/quatre/internal/hub/wire"
)

// rates limits how often each address, or each player, may do something. It holds at most max
// token buckets. Callers without a bucket of their own share the bucket of the zero K.
type rates[K comparable] struct {
	limit rate.Limit
	burst int
	max   int

	mu      sync.Mutex
	buckets map[K]*rate.Limiter
	dropped time.Time // when the full buckets were dropped last
}

const (
	// dropInterval is how often full buckets are dropped.
	dropInterval = time.Minute

	// fullDropInterval is how often full buckets are dropped while rates holds max buckets.
	fullDropInterval = time.Second
)

// newRates returns rates that grant n tokens in each period, and at most burst tokens at once.
// There is no limit if n is 0.
func newRates[K comparable](n int, period time.Duration, burst, max int) *rates[K] {
	return &rates[K]{limit: per(n, period), burst: burst, max: max, buckets: map[K]*rate.Limiter{}}
}

// per returns the rate of n tokens in each period; no limit if n is 0.
func per(n int, period time.Duration) rate.Limit {
	if n == 0 {
		return rate.Inf
	}
	return rate.Limit(float64(n) / period.Seconds())
}

// take takes cost tokens from the bucket of a caller. If ok is false, it has taken none, and
// the same cost may be granted after wait.
func (r *rates[K]) take(who K, cost int, now time.Time) (wait time.Duration, ok bool) {
	if r.limit == rate.Inf {
		return 0, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropFull(now)
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
	if b.AllowN(now, cost) {
		return 0, true
	}
	missing := float64(cost) - b.TokensAt(now)
	return time.Duration(missing / float64(b.Limit()) * float64(time.Second)), false
}

// dropFull drops the buckets that are full: a new bucket would be the same.
func (r *rates[K]) dropFull(now time.Time) {
	age := now.Sub(r.dropped)
	if age < fullDropInterval || age < dropInterval && len(r.buckets) < r.max {
		return
	}
	r.dropped = now
	for who, b := range r.buckets {
		if b.TokensAt(now) >= float64(r.burst) {
			delete(r.buckets, who)
		}
	}
}

// siteShare is how many times the allowance of one address a site has.
const siteShare = 16

// addressRates limits each address, and the addresses of each site together.
type addressRates struct{ addresses, sites *rates[netip.Prefix] }

// newAddressRates grants each address what newRates grants, and each site siteShare times that.
func newAddressRates(n int, period time.Duration, burst, max int) addressRates {
	return addressRates{
		addresses: newRates[netip.Prefix](n, period, burst, max),
		sites:     newRates[netip.Prefix](siteShare*n, period, siteShare*burst, max),
	}
}

// allow takes cost tokens for a caller, unless it is exempt. If there are too few, it returns a
// *wire.Later with the failure f.
func (r addressRates) allow(c Caller, cost int, now time.Time, f wire.Failure) error {
	if c.Exempt {
		return nil
	}
	if wait, ok := r.take(c, cost, now); !ok {
		return &wire.Later{Failure: f, Wait: wait}
	}
	return nil
}

// take is rates.take for the address of a caller and its site.
func (r addressRates) take(c Caller, cost int, now time.Time) (wait time.Duration, ok bool) {
	wait, ok = r.addresses.take(c.Address, cost, now)
	if !ok || !c.Site.IsValid() {
		return wait, ok
	}
	return r.sites.take(c.Site, cost, now)
}
