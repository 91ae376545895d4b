package limits

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/quatre/quatre/internal/room"
)

// Quota limits what each player may ask for: how much in a minute, and how much at once.
type Quota struct {
	perMinute int
	atOnce    int

	mu      sync.Mutex
	players map[room.PlayerID]*usage
	dropped time.Time // when idle players were dropped last
}

// usage is what one player has asked for.
type usage struct {
	bucket  *rate.Limiter
	running int
}

// quotaDropInterval is how often idle players are dropped.
const quotaDropInterval = time.Minute

// NewQuota returns a quota of perMinute requests, atOnce of which may run at once.
func NewQuota(perMinute, atOnce int) *Quota {
	return &Quota{perMinute: perMinute, atOnce: atOnce, players: map[room.PlayerID]*usage{}}
}

// Take counts one request, which runs until done is called. If ok is false it has counted
// nothing, and the next request may be granted after retry.
func (q *Quota) Take(player room.PlayerID, now time.Time) (done func(), retry time.Duration, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.dropIdle(now)
	u := q.players[player]
	if u == nil {
		u = &usage{bucket: rate.NewLimiter(per(q.perMinute, time.Minute), q.perMinute)}
		q.players[player] = u
	}
	if u.running >= q.atOnce {
		return nil, time.Second, false
	}
	if wait, ok := takeFrom(u.bucket, 1, now); !ok {
		return nil, wait, false
	}
	u.running++
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		u.running--
	}), 0, true
}

// dropIdle drops the players whose usage is that of a new player.
func (q *Quota) dropIdle(now time.Time) {
	if now.Sub(q.dropped) < quotaDropInterval {
		return
	}
	q.dropped = now
	for player, u := range q.players {
		if u.running == 0 && u.bucket.TokensAt(now) >= float64(q.perMinute) {
			delete(q.players, player)
		}
	}
}
