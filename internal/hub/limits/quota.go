package limits

import (
	"sync"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// Allowance is how many requests are granted in a minute, and how many may run at once.
type Allowance struct{ PerMinute, AtOnce int }

// Quota limits the requests of each player and of each address. A request counts for its player
// and its address, so new players of one address get no more than the address's allowance.
type Quota struct {
	player, address Allowance
	players         *rates[room.PlayerID]
	addresses       addressRates

	mu      sync.Mutex
	running map[any]int // requests, by player, and by address and site
}

// NewQuota returns a quota with an allowance for each player and one for each address. tracked is
// Limits.Tracked.
func NewQuota(player, address Allowance, tracked int) *Quota {
	return &Quota{
		player: player, address: address, running: map[any]int{},
		players:   newRates[room.PlayerID](player.PerMinute, time.Minute, player.PerMinute, tracked),
		addresses: newAddressRates(address.PerMinute, time.Minute, address.PerMinute, tracked),
	}
}

// Take counts one request, which runs until done is called. The error is a *wire.Later. The request of
// an exempt caller counts for the player only.
func (q *Quota) Take(c Caller, player room.PlayerID, now time.Time) (done func(), err error) {
	atOnce := map[any]int{player: q.player.AtOnce}
	if !c.Exempt {
		atOnce[c.Address] = q.address.AtOnce
		if c.Site.IsValid() {
			atOnce[c.Site] = siteShare * q.address.AtOnce
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for who, most := range atOnce {
		if q.running[who] >= most {
			return nil, &wire.Later{Failure: wire.FailTooMany, Wait: time.Second}
		}
	}
	if wait, ok := q.players.take(player, 1, now); !ok {
		return nil, &wire.Later{Failure: wire.FailTooMany, Wait: wait}
	}
	if err := q.addresses.allow(c, 1, now, wire.FailTooMany); err != nil {
		return nil, err
	}
	for who := range atOnce {
		q.running[who]++
	}
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		for who := range atOnce {
			if q.running[who]--; q.running[who] == 0 {
				delete(q.running, who)
			}
		}
	}), nil
}
