package inside

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// maxOfNetwork is how many players of a network have a place, maxWaiting how many of all networks,
	// for each slot, and maxTogether how many requests of a player may wait.
	maxOfNetwork = 128
	maxWaiting   = 32 * maxOfNetwork
	maxTogether  = 8

	// placeInterval is how long a request waits for its turn before it is told its place, and
	// placeKept how long the player then keeps the place without a request.
	placeInterval = 2 * time.Second
	placeKept     = 10 * time.Second
)

// budgets are the budgets of a look, for each slot, while nobody else waits, one does, and several do. With them a class of
// thirty, whose looks all differ and take all their time, has its answers within 15 s. No budget is above Budget.
var budgets = [...]time.Duration{Budget, Budget / 4, Budget / 16}

// Waiting is the error that others come first.
type Waiting struct {
	Place int // in the queue, from 1; 0: too many wait
}

func (Waiting) Error() string { return "inside: other looks come first" }

// Queue bounds the looks that run at the same time in a hub. After a look, its slot stays unused
// for as long as the look took. So each slot leaves a core to the rooms for half of the time.
//
// In each round, one player of each network is served.
type Queue struct {
	slots int

	mu     sync.Mutex
	busy   int       // slots that run a look or stay unused
	round  int       // in which a network that has no place begins
	places []*ticket // by round
}

// ticket is the place of a player.
type ticket struct {
	network, player string
	round           int
	look            Request // that was asked for last
	requests        []*request
	seen            time.Time // the end of the last request
}

type request struct {
	look   Request
	turn   chan struct{} // closed when the request has a slot or a report
	report *Report
}

// NewQueue returns a queue with n slots.
func NewQueue(n int) *Queue { return &Queue{slots: n} }

// Run calls run with a budget when the player's turn has come, and returns what it returns. If the turn does not
// come soon, the error is Waiting. If the same look of somebody else ends first, Run returns its report.
func (q *Queue) Run(ctx context.Context, network, player string, look *Look, run func(budget time.Duration) (Report, error)) (Report, error) {
	ctx, cancel := context.WithTimeout(ctx, placeInterval)
	defer cancel()
	r := &request{look: look.request, turn: make(chan struct{})}
	t := q.enter(network, player, r)
	if t == nil {
		return Report{}, Waiting{}
	}
	select {
	case <-r.turn:
	case <-ctx.Done():
		if place := q.leave(t, r); place > 0 {
			return Report{}, Waiting{place}
		}
	}
	if r.report != nil {
		return *r.report, nil
	}
	start := time.Now()
	defer func() { time.AfterFunc(time.Since(start), q.free) }() // after a panic too
	report, err := run(q.budget(network, player, look.request))
	if err == nil {
		q.tell(look.request, &report)
	}
	return report, err
}

// budget returns the budget of a look of a player. Those who have a place count also between two requests, and those who wait
// for the same look do not.
func (q *Queue) budget(network, player string, look Request) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	others := 0
	for _, t := range q.places {
		if t.look != look && (t.network != network || t.player != player) {
			others++
		}
	}
	return min(Budget, time.Duration(q.slots)*budgets[min(others, len(budgets)-1)])
}

// enter adds a request. It returns nil if too many wait.
func (q *Queue) enter(network, player string, r *request) *ticket {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.places = slices.DeleteFunc(q.places, func(t *ticket) bool {
		return len(t.requests) == 0 && time.Since(t.seen) >= placeKept
	})
	var t *ticket
	own := 0
	for _, other := range q.places {
		if other.network == network {
			own++
			if other.player == player {
				t = other
			}
		}
	}
	if t == nil {
		if own == maxOfNetwork || len(q.places) == q.slots*maxWaiting {
			return nil
		}
		t = &ticket{network: network, player: player}
		q.insert(t)
	}
	if len(t.requests) == maxTogether {
		return nil
	}
	t.look, t.requests = r.look, append(t.requests, r)
	q.serve()
	return t
}

// insert adds a ticket, after those of its network. The caller holds mu.
func (q *Queue) insert(t *ticket) {
	t.round = q.round
	for _, other := range q.places {
		if other.network == t.network {
			t.round = max(t.round, other.round+1)
		}
	}
	i, _ := slices.BinarySearchFunc(q.places, t.round+1, func(other *ticket, round int) int { return other.round - round })
	q.places = slices.Insert(q.places, i, t)
}

// leave removes a request and returns its place; 0: its turn has come.
func (q *Queue) leave(t *ticket, r *request) (place int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(t.requests, r)
	if i < 0 {
		return 0
	}
	t.requests, t.seen = slices.Delete(t.requests, i, i+1), time.Now()
	return 1 + slices.Index(q.places, t)
}

// serve gives free slots to those whose turn it is. A player without a request now keeps the place.
// The caller holds mu.
func (q *Queue) serve() {
	for i := 0; i < len(q.places) && q.busy < q.slots; i++ {
		t := q.places[i]
		if len(t.requests) == 0 {
			continue
		}
		q.busy++
		close(t.requests[0].turn)
		t.requests = t.requests[1:]
		q.places, q.round = slices.Delete(q.places, i, i+1), max(q.round, t.round+1)
		if len(t.requests) > 0 {
			q.insert(t)
		}
		i = -1
	}
}

// tell gives the report of a look to all who wait for the same.
func (q *Queue) tell(look Request, report *Report) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.places = slices.DeleteFunc(q.places, func(t *ticket) bool {
		waited := len(t.requests) > 0
		t.requests = slices.DeleteFunc(t.requests, func(r *request) bool {
			if r.look != look {
				return false
			}
			r.report = report
			close(r.turn)
			return true
		})
		return waited && len(t.requests) == 0
	})
}

// free gives a slot back.
func (q *Queue) free() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy--
	q.serve()
}
