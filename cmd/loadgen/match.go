package main

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// match is a room and its clients: two players, or one player against the AI, and
// spectators.
type match struct {
	run     *run
	id      string
	index   int
	ai      bool
	clients []*client

	begun     context.Context    // ends when the first game begins
	markBegun context.CancelFunc // records that a game has begun
	retired   atomic.Bool        // no more moves are possible
	unsettled string             // why the room has not settled; written by one goroutine at a time

	mu          sync.Mutex
	due         []time.Duration // times of the scheduled moves that no player has made yet
	lastMove    string          // command ID of the last move; empty: its answer was counted
	lastMoveDue time.Duration   // when that move was due, since the start of the run
}

// noteMoveSeen records that a client has received a move; own says that it is the client's. It
// counts the latency of the other player's last move, and of the AI's reply.
func (m *match) noteMoveSeen(e room.Entry, own bool, now time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case e.By == room.Machine && m.lastMove != "": // empty: the AI moves first, or the client receives the log again
		m.run.recordLatency(&m.run.replyLatency, m.lastMoveDue, now)
		m.lastMove = ""
	case !own && e.Cmd == m.lastMove:
		m.run.recordLatency(&m.run.opponentLatency, m.lastMoveDue, now)
	}
}

// scheduleMove schedules a move by the player whose turn it is.
func (m *match) scheduleMove(due time.Duration) {
	m.mu.Lock()
	m.due = append(m.due, due)
	m.mu.Unlock()
	for _, c := range m.clients {
		if c.seat != 0 {
			c.wake()
		}
	}
}

// takeDue removes and returns the time of the next scheduled move, if there is one.
func (m *match) takeDue() (time.Duration, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.due) == 0 {
		return 0, false
	}
	due := m.due[0]
	m.due = append(m.due[:0], m.due[1:]...)
	return due, true
}

// retire stops playing in the room and, while the run makes moves, opens another one in its
// place. The clients stay connected, to receive the remaining entries.
func (m *match) retire() {
	if m.retired.Swap(true) || !m.run.playing.Load() {
		return
	}
	m.run.goroutines.Add(1)
	m.run.reopening.Go(func() {
		defer m.run.goroutines.Done()
		next, err := m.run.openMatch(m.run.ctx, m.index, m.ai)
		if err != nil {
			return // request has counted the error
		}
		m.run.replace(m, next)
		for _, due := range m.takeAllDue() {
			next.scheduleMove(due)
		}
	})
}

// takeAllDue removes and returns the times of all scheduled moves.
func (m *match) takeAllDue() []time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	due := m.due
	m.due = nil
	return due
}

// openMatch creates a room and starts its clients.
func (r *run) openMatch(ctx context.Context, index int, ai bool) (*match, error) {
	m := &match{run: r, index: index, ai: ai}
	m.begun, m.markBegun = context.WithCancel(context.Background())
	owner := newSecret()
	opponent := "human"
	if ai {
		opponent = "ai:" + r.cfg.level
	}
	var err error
	if m.id, err = r.createRoom(ctx, index, owner, opponent); err != nil {
		return nil, err
	}
	r.addClient(m, 1, owner)
	if !ai {
		r.addClient(m, 2, newSecret())
	}
	for range r.cfg.spectators {
		r.addClient(m, 0, newSecret())
	}
	for _, c := range m.clients {
		r.goroutines.Go(func() { c.keepConnected(r.ctx) })
	}
	return m, nil
}

// newSecret returns the secret of a new player.
func newSecret() string { return rand.Text() + rand.Text() }

func (r *run) addClient(m *match, seat room.Seat, secret string) {
	c := &client{run: r, match: m, index: int(r.clientCount.Add(1)) - 1, seat: seat, secret: secret, state: &room.State{}}
	c.history.Client = c.index
	c.random = mathrand.New(mathrand.NewPCG(r.cfg.seed, uint64(c.index)))
	m.clients = append(m.clients, c)
}

// startSchedule begins to request moves at the configured rate, whether earlier moves have been
// answered or not. So a pause of the server counts for every move that was due during the
// pause. Without this, the worst latencies are never measured: "coordinated omission"
// (Gil Tene, "How NOT to Measure Latency", 2013). Moves are due at random times, as a
// Poisson process. Rooms take turns, because only one player of a room can move at a time.
func (r *run) startSchedule() {
	random := mathrand.New(mathrand.NewPCG(r.cfg.seed, 1<<40))
	r.goroutines.Go(func() {
		for n, due := 0, r.now(); ; n++ {
			sleep(r.ctx, due-r.now())
			if !r.playing.Load() {
				return
			}
			rooms := r.activeMatches()
			rooms[n%len(rooms)].scheduleMove(due)
			due += time.Duration(random.ExpFloat64() / r.cfg.rate * float64(time.Second))
		}
	})
}
