package hub

import (
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// quota bounds what each player may ask for: so much in a minute, so much at
// once. It is counted by this hub alone; a player who spreads requests over
// several hubs has as many quotas.
type quota struct {
	perMinute int
	atOnce    int

	mu      sync.Mutex
	players map[room.PlayerID]*usage
	swept   time.Time // when those with nothing left to count were dropped
}

// usage is a player's. The allowance flows back steadily, up to perMinute, as in
// a leaky bucket (ITU-T I.371, annex A).
type usage struct {
	spent float64   // of perMinute, as of at
	at    time.Time //
	now   int       // under way
}

// quotaSweep is how often players who have nothing spent are forgotten.
const quotaSweep = time.Minute

func newQuota(perMinute, atOnce int) *quota {
	return &quota{perMinute: perMinute, atOnce: atOnce, players: map[room.PlayerID]*usage{}}
}

// take counts one request, until done is called. ok is false if it is one too
// many: then retry says after how long the next may be granted.
func (q *quota) take(player room.PlayerID, now time.Time) (done func(), retry time.Duration, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.sweep(now)
	u := q.players[player]
	if u == nil {
		u = &usage{at: now}
		q.players[player] = u
	}
	u.flow(q.perMinute, now)
	if u.now >= q.atOnce {
		return nil, time.Second, false
	}
	if over := u.spent + 1 - float64(q.perMinute); over > 0 {
		return nil, time.Duration(over * float64(time.Minute) / float64(q.perMinute)), false
	}
	u.spent++
	u.now++
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		u.now--
	}), 0, true
}

// flow lets what was spent flow back up to now.
func (u *usage) flow(perMinute int, now time.Time) {
	if passed := now.Sub(u.at); passed > 0 {
		u.spent = max(0, u.spent-passed.Minutes()*float64(perMinute))
		u.at = now
	}
}

// sweep forgets players who would be counted anew like this.
func (q *quota) sweep(now time.Time) {
	if now.Sub(q.swept) < quotaSweep {
		return
	}
	q.swept = now
	for player, u := range q.players {
		if u.flow(q.perMinute, now); u.spent == 0 && u.now == 0 {
			delete(q.players, player)
		}
	}
}
