package limits

import (
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
	running         counts
}

// NewQuota returns a quota with an allowance for each player and one for each address.
func NewQuota(player, address Allowance) *Quota {
	return &Quota{
		player: player, address: address,
		players:   newRates[room.PlayerID](player.PerMinute, time.Minute, player.PerMinute),
		addresses: newAddressRates(newShares(), address.PerMinute, time.Minute, address.PerMinute),
	}
}

// Take counts one request, which runs until done is called. The error is a *wire.Later. The request of
// an exempt caller counts for the player only.
func (q *Quota) Take(c Caller, player room.PlayerID, now time.Time) (done func(), err error) {
	all := []count{{who: player, most: q.player.AtOnce, f: wire.FailTooMany}}
	if !c.Exempt {
		all = append(all, q.addresses.shares.counts(c, q.address.AtOnce, wire.FailTooMany, now)...)
	}
	done, f := q.running.start(all...)
	if done == nil {
		return nil, &wire.Later{Failure: f, Wait: time.Second}
	}
	if wait, ok := q.players.take(nil, player, 1, now); !ok {
		done()
		return nil, &wire.Later{Failure: wire.FailTooMany, Wait: wait}
	}
	if err := q.addresses.allow(c, 1, now, wire.FailTooMany); err != nil {
		done()
		return nil, err
	}
	return done, nil
}
