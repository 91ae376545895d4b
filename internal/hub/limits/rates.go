package limits

import (
	"maps"
	"math"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/quatre/quatre/internal/hub/wire"
)

// tracked is how many addresses, and how many players, have a bucket of their own.
const tracked = 100_000

// rates limits how often each address, or each player, may do something. It holds at most max
// token buckets. Callers without a bucket of their own share the bucket of the zero K.
type rates[K comparable] struct {
	limit rate.Limit
	burst int
	max   int

	// reserve is how many times what it has taken a contended share leaves to others.
	reserve float64

	mu      sync.Mutex
	buckets map[K]*bucket
	dropped time.Time // when the full buckets were dropped last
}

// bucket is a token bucket, and what the shares of an address have taken from it.
type bucket struct {
	*rate.Limiter
	uses map[any]use // by share.of
}

// use is what a share had taken at a time. It fades: see rates.faded.
type use struct {
	tokens float64
	at     time.Time
}

const (
	// dropInterval is how often full buckets are dropped.
	dropInterval = time.Minute

	// fullDropInterval is how often full buckets are dropped while rates holds max buckets.
	fullDropInterval = time.Second
)

// newRates returns rates that grant n tokens in each period, and at most burst tokens at once.
// There is no limit if n is 0.
func newRates[K comparable](n int, period time.Duration, burst int) *rates[K] {
	return &rates[K]{limit: per(n, period), burst: burst, max: tracked, reserve: 1, buckets: map[K]*bucket{}}
}

// per returns the rate of n tokens in each period; no limit if n is 0.
func per(n int, period time.Duration) rate.Limit {
	if n == 0 {
		return rate.Inf
	}
	return rate.Limit(float64(n) / period.Seconds())
}

// take takes cost tokens from the bucket of a caller, for a share of it; nil: for the whole. If ok is false, it has taken none,
// and the same cost may be granted after wait. A contended share is refused if what it has taken, times the reserve, is not
// left to others. So those who have taken the most are refused first.
func (r *rates[K]) take(s *share, who K, cost int, now time.Time) (wait time.Duration, ok bool) {
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
		b = &bucket{rate.NewLimiter(r.limit, r.burst), map[any]use{}}
		r.buckets[who] = b
	}
	needed, used := float64(cost), 0.0
	if s != nil {
		used = r.faded(b.uses[s.of], now)
		if s.contended {
			needed += used * r.reserve
		}
	}
	wait = time.Duration((needed - b.TokensAt(now)) / float64(b.Limit()) * float64(time.Second))
	if wait > 0 || !b.AllowN(now, cost) {
		return wait, false
	}
	if s != nil {
		b.uses[s.of] = use{used + float64(cost), now}
		if len(b.uses) > 2*ownShares {
			maps.DeleteFunc(b.uses, func(_ any, u use) bool { return r.faded(u, now) < float64(r.burst)/1000 })
		}
	}
	return 0, true
}

// faded returns what is left of a use. In the time in which an empty bucket fills up, about a third is.
func (r *rates[K]) faded(u use, now time.Time) float64 {
	return u.tokens * math.Exp(-now.Sub(u.at).Seconds()*float64(r.limit)/float64(r.burst))
}

// dropFull drops the buckets that are full: a new bucket would be the same.
func (r *rates[K]) dropFull(now time.Time) {
	age := now.Sub(r.dropped)
	if age < fullDropInterval || age < dropInterval && len(r.buckets) < r.max {
		return
	}
	r.dropped = now
	maps.DeleteFunc(r.buckets, func(_ K, b *bucket) bool { return b.TokensAt(now) >= float64(r.burst) })
}

// siteShare is how many times the allowance of one address a site has.
const siteShare = 16

// addressRates limits each address, and the addresses of each site together. Their members share.
type addressRates struct {
	shares           *shares
	addresses, sites *rates[netip.Prefix]
}

// newAddressRates grants each address what newRates grants, and each site siteShare times that.
func newAddressRates(s *shares, n int, period time.Duration, burst int) addressRates {
	return addressRates{
		shares:    s,
		addresses: newRates[netip.Prefix](n, period, burst),
		sites:     newRates[netip.Prefix](siteShare*n, period, siteShare*burst),
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
	wait, ok = r.addresses.take(r.shares.find(c.Address, c.Player, now), c.Address, cost, now)
	if !ok || !c.Site.IsValid() {
		return wait, ok
	}
	return r.sites.take(r.shares.find(c.Site, c.Address, now), c.Site, cost, now)
}
