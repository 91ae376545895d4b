package limits

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/quatre/quatre/internal/room"
)

// Allowance is how many requests are granted in a minute, and how many may run at once.
type Allowance struct{ PerMinute, AtOnce int }

// Quota limits the requests of each player and of each address. A request counts for its player
// and its address, so new players of one address get no more than the address's allowance.
type Quota struct {
	player, address Allowance

	mu        sync.Mutex
	players   map[room.PlayerID]*usage
	addresses map[netip.Prefix]*usage // by address and by site
	dropped   time.Time               // when idle usages were dropped last
}

// usage counts the requests of one player or one address.
type usage struct {
	Allowance
	bucket  *rate.Limiter
	running int
}

// quotaDropInterval is how often idle usages are dropped.
const quotaDropInterval = time.Minute

// NewQuota returns a quota with an allowance for each player and one for each address.
func NewQuota(player, address Allowance) *Quota {
	return &Quota{
		player: player, address: address,
		players: map[room.PlayerID]*usage{}, addresses: map[netip.Prefix]*usage{},
	}
}

// Take counts one request, which runs until done is called. If ok is false, Take has counted
// nothing, and the next request may be granted after retry. The request of an exempt caller
// counts for the player only.
func (q *Quota) Take(c Caller, player room.PlayerID, now time.Time) (done func(), retry time.Duration, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.dropIdle(now)
	usages := []*usage{usageOf(q.players, player, q.player)}
	if !c.Exempt {
		usages = append(usages, usageOf(q.addresses, c.Address, q.address))
		if c.Site.IsValid() {
			usages = append(usages, usageOf(q.addresses, c.Site, Allowance{siteShare * q.address.PerMinute, siteShare * q.address.AtOnce}))
		}
	}
	for _, u := range usages {
		if wait := u.wait(now); wait > 0 {
			return nil, wait, false
		}
	}
	for _, u := range usages {
		u.bucket.AllowN(now, 1)
		u.running++
	}
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		for _, u := range usages {
			u.running--
		}
	}), 0, true
}

func usageOf[K comparable](all map[K]*usage, who K, a Allowance) *usage {
	if all[who] == nil {
		all[who] = &usage{Allowance: a, bucket: rate.NewLimiter(per(a.PerMinute, time.Minute), a.PerMinute)}
	}
	return all[who]
}

// wait returns how long the next request must wait; 0: it may be granted now.
func (u *usage) wait(now time.Time) time.Duration {
	if u.running >= u.AtOnce {
		return time.Second
	}
	missing := 1 - u.bucket.TokensAt(now)
	return max(0, time.Duration(missing/float64(u.bucket.Limit())*float64(time.Second)))
}

// dropIdle drops the usages that equal the usage of a newcomer.
func (q *Quota) dropIdle(now time.Time) {
	if now.Sub(q.dropped) < quotaDropInterval {
		return
	}
	q.dropped = now
	for player, u := range q.players {
		if u.isIdle(now) {
			delete(q.players, player)
		}
	}
	for address, u := range q.addresses {
		if u.isIdle(now) {
			delete(q.addresses, address)
		}
	}
}

func (u *usage) isIdle(now time.Time) bool {
	return u.running == 0 && u.bucket.TokensAt(now) >= float64(u.PerMinute)
}
