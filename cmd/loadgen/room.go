package main

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// room is a room and its clients: two players, or one player against the AI, and
// spectators.
type room struct {
	run     *run
	id      string
	index   int
	idle    bool // nobody plays
	ai      bool
	clients []*client

	begun     chan struct{} // closed when the first game has begun
	begunOnce sync.Once     // closes begun
	retired   atomic.Bool   // no more moves are possible

	lastMove    atomic.Uint64 // cmdRef of the last move
	lastMoveDue atomic.Int64  // when that move was due, since the start of the run

	mu  sync.Mutex
	due []time.Duration // times of the scheduled moves that no player has made yet
}

// markBegun records that a game has begun.
func (rm *room) markBegun() { rm.begunOnce.Do(func() { close(rm.begun) }) }

func (rm *room) hasBegun() bool {
	select {
	case <-rm.begun:
		return true
	default:
		return false
	}
}

// noteMove records a move that a client is about to send.
func (rm *room) noteMove(client, seq int, due time.Duration) {
	rm.lastMoveDue.Store(int64(due))
	rm.lastMove.Store(uint64(ownRef(client, seq)))
}

// noteMoveSeen records that a client has received a move. It counts the latency of the other
// player's last move and of the AI's reply.
func (rm *room) noteMoveSeen(client int, cmd []byte, now time.Duration) {
	by, seq, ok := parseOwnID(cmd)
	if !ok && rm.ai {
		if due := rm.lastMoveDue.Swap(0); due != 0 { // 0: the AI moves first, or the client receives the log again
			rm.run.countReply(time.Duration(due), now)
		}
		return
	}
	if ok && by != client && rm.lastMove.Load() == uint64(ownRef(by, seq)) {
		rm.run.countSeen(time.Duration(rm.lastMoveDue.Load()), now)
	}
}

// scheduleMove schedules a move by the player whose turn it is.
func (rm *room) scheduleMove(due time.Duration) {
	rm.mu.Lock()
	rm.due = append(rm.due, due)
	rm.mu.Unlock()
	for _, c := range rm.clients {
		if c.role == rolePlayer {
			c.wake()
		}
	}
}

// takeDue removes and returns the time of the next scheduled move, if there is one.
func (rm *room) takeDue() (time.Duration, bool) {
	rm.mu.Lock()
	defer rm.mu.Unlock()
	if len(rm.due) == 0 {
		return 0, false
	}
	due := rm.due[0]
	rm.due = append(rm.due[:0], rm.due[1:]...)
	return due, true
}

// retire stops playing in the room and, while the run makes moves, opens another one in its
// place. The clients stay connected, to receive the remaining entries.
func (rm *room) retire() {
	if rm.retired.Swap(true) || !rm.run.playing.Load() {
		return
	}
	rm.run.goroutines.Add(1)
	rm.run.reopening.Go(func() {
		defer rm.run.goroutines.Done()
		next, err := rm.run.openRoom(rm.run.ctx, rm.index, rm.ai, false)
		if err != nil {
			return // request has counted the error
		}
		rm.run.replaceRoom(rm, next)
		for _, due := range rm.takeAllDue() {
			next.scheduleMove(due)
		}
	})
}

// takeAllDue removes and returns the times of all scheduled moves.
func (rm *room) takeAllDue() []time.Duration {
	rm.mu.Lock()
	defer rm.mu.Unlock()
	due := rm.due
	rm.due = nil
	return due
}

// openRoom creates a room and starts its clients.
func (r *run) openRoom(ctx context.Context, index int, ai, idle bool) (*room, error) {
	rm := &room{run: r, index: index, ai: ai, idle: idle, begun: make(chan struct{})}
	owner := newSecret()
	opponent := "human"
	if ai {
		opponent = "ai:" + r.cfg.level
	}
	var err error
	if rm.id, err = r.createRoom(ctx, index, owner, opponent); err != nil {
		return nil, err
	}
	player := rolePlayer
	if idle {
		player = roleIdle
	}
	rm.clients = append(rm.clients, r.newClient(rm, player, 1, owner))
	if !ai {
		rm.clients = append(rm.clients, r.newClient(rm, player, 2, newSecret()))
	}
	if !idle {
		for range r.cfg.spectators {
			rm.clients = append(rm.clients, r.newClient(rm, roleSpectator, 0, newSecret()))
		}
	}
	if !idle && index < r.cfg.rooms && r.slowReadersIn(index) > 0 {
		for range r.slowReadersIn(index) {
			rm.clients = append(rm.clients, r.newClient(rm, roleSlow, 0, newSecret()))
		}
	}
	for _, c := range rm.clients {
		r.goroutines.Go(func() { c.keepConnected(r.ctx) })
	}
	return rm, nil
}

// slowReadersIn returns the number of slow readers of a room. They are spread evenly.
func (r *run) slowReadersIn(index int) int {
	n := r.cfg.slowReaders / r.cfg.rooms
	if index < r.cfg.slowReaders%r.cfg.rooms {
		n++
	}
	return n
}

// newSecret returns the secret of a new player.
func newSecret() string { return rand.Text() + rand.Text() }

func (r *run) newClient(rm *room, clientRole role, seat int, secret string) *client {
	c := &client{run: r, room: rm, index: int(r.clientCount.Add(1)) - 1, role: clientRole, seat: seat, secret: secret, game: r.newGame()}
	c.history = history{client: c.index, room: rm.id, role: clientRole, texts: &r.texts}
	c.random = mathrand.New(mathrand.NewPCG(r.cfg.seed, uint64(c.index)))
	return c
}

// newGame returns the state before the first entry. The relay sends only moves, so there
// the first game begins at once.
func (r *run) newGame() game {
	if !r.cfg.relay {
		return game{}
	}
	g := game{rules: r.cfg.game}
	g.beginGame(1)
	return g
}
