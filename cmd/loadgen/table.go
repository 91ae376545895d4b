package main

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// table is a room and its clients: two players, or one against the AI, and those
// who watch.
type table struct {
	run     *run
	id      string
	index   int
	idle    bool // nobody plays
	ai      bool
	clients []*client

	ready   chan struct{} // closed when the first game is on
	once    sync.Once     // guards the closing
	retired atomic.Bool   // nothing more can be played here

	// the move played last, by whom and when it was due
	last    atomic.Uint64 // own(client, seq)
	lastDue atomic.Int64

	mu  sync.Mutex
	due []time.Duration // of the moves that the schedule has asked for, and nobody has made yet
}

// begun says that a game is on.
func (t *table) begun() { t.once.Do(func() { close(t.ready) }) }

func (t *table) hasBegun() bool {
	select {
	case <-t.ready:
		return true
	default:
		return false
	}
}

// played notes a move that is being sent.
func (t *table) played(client, seq int, due time.Duration) {
	t.lastDue.Store(int64(due))
	t.last.Store(uint64(own(client, seq)))
}

// shown notes that a client sees a move now: if it is the other's last one, that
// is how long the other's move has taken to this screen.
func (t *table) shown(client int, cmd []byte, now time.Duration) {
	by, seq, is := ownID(cmd)
	if is && by != client && t.last.Load() == uint64(own(by, seq)) {
		t.run.arrived(time.Duration(t.lastDue.Load()), now)
	}
}

// schedule asks for a move at a time, from whoever's turn it is.
func (t *table) schedule(due time.Duration) {
	t.mu.Lock()
	t.due = append(t.due, due)
	t.mu.Unlock()
	for _, c := range t.clients {
		if c.role == roleMover {
			c.nudge()
		}
	}
}

// takeDue returns when the next move should have been made, if one is asked for.
func (t *table) takeDue() (time.Duration, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.due) == 0 {
		return 0, false
	}
	due := t.due[0]
	t.due = append(t.due[:0], t.due[1:]...)
	return due, true
}

// retire gives the room up, and opens another one in its place while the run goes
// on. Its clients stay, for what is still to come.
func (t *table) retire() {
	if t.retired.Swap(true) || !t.run.playing.Load() {
		return
	}
	t.run.work.Add(1)
	t.run.reopening.Go(func() {
		defer t.run.work.Done()
		next, err := t.run.open(t.run.ctx, t.index, t.ai, false)
		if err != nil {
			return // counted where it happened
		}
		t.run.replace(t, next)
		for _, due := range t.abandon() {
			next.schedule(due)
		}
	})
}

// abandon returns the times of the moves that were asked for and not made.
func (t *table) abandon() []time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	due := t.due
	t.due = nil
	return due
}

// open creates a room and its clients, which connect by themselves.
func (r *run) open(ctx context.Context, index int, ai, idle bool) (*table, error) {
	t := &table{run: r, index: index, ai: ai, idle: idle, ready: make(chan struct{})}
	owner := newSecret()
	opponent := "human"
	if ai {
		opponent = "ai:" + r.cfg.level
	}
	var err error
	if t.id, err = r.create(ctx, index, owner, opponent); err != nil {
		return nil, err
	}
	player := roleMover
	if idle {
		player = roleIdle
	}
	t.clients = append(t.clients, r.newClient(t, player, 1, owner))
	if !ai {
		t.clients = append(t.clients, r.newClient(t, player, 2, newSecret()))
	}
	if !idle {
		for range r.cfg.spectators {
			t.clients = append(t.clients, r.newClient(t, roleSpectator, 0, newSecret()))
		}
	}
	if !idle && index < r.cfg.rooms && r.slowIn(index) > 0 {
		for range r.slowIn(index) {
			t.clients = append(t.clients, r.newClient(t, roleSlow, 0, newSecret()))
		}
	}
	for _, c := range t.clients {
		r.work.Go(func() { c.live(r.ctx) })
	}
	return t, nil
}

// slowIn returns how many slow readers watch a room: they are spread evenly.
func (r *run) slowIn(index int) int {
	n := r.cfg.slow / r.cfg.rooms
	if index < r.cfg.slow%r.cfg.rooms {
		n++
	}
	return n
}

// newSecret makes a new person.
func newSecret() string { return rand.Text() + rand.Text() }

func (r *run) newClient(t *table, who role, seat int, secret string) *client {
	c := &client{run: r, table: t, index: int(r.clientCount.Add(1)) - 1, role: who, seat: seat, secret: secret, game: r.fresh()}
	c.hist = history{client: c.index, room: t.id, role: who, names: &r.names}
	c.random = mathrand.New(mathrand.NewPCG(r.cfg.seed, uint64(c.index)))
	return c
}

// fresh returns a room of which nothing is known. The relay tells nothing but
// moves: there the first game is on from the beginning.
func (r *run) fresh() game {
	if !r.cfg.relay {
		return game{}
	}
	g := game{rules: r.cfg.game}
	g.begin(1)
	return g
}
