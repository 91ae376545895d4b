package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	dialsAtOnce  = 64 // connections that are being opened
	opensAtOnce  = 32 // rooms that are being opened
	watchEvery   = time.Second
	gamesWithin  = 30 * time.Second // for the first games, after the last room is open
	settleAsking = 50 * time.Millisecond
)

// run is one run of the generator.
type run struct {
	cfg   config
	ctx   context.Context // ends all clients
	start time.Time

	requests, sockets, slow *http.Client

	dials       chan struct{} // slots
	ready       time.Duration // how long the first games may take to begin
	clientCount atomic.Int64
	work        sync.WaitGroup // all goroutines
	reopening   sync.WaitGroup // those of them that open a room in place of another

	mu     sync.Mutex
	tables []*table // those that are played at, by index, then idle ones
	past   []*table // those that have been given up

	unsettled map[string]string // rooms that have not come to rest, and why

	playing    atomic.Bool  // moves are made
	from, to   atomic.Int64 // what is counted: moves acknowledged between these times
	moves      atomic.Int64
	confirm    histogram
	opponent   histogram
	errors     counts
	closes     counts
	reconnects atomic.Int64
	names      names
}

func newRun(cfg config) *run {
	r := &run{cfg: cfg, start: time.Now(), dials: make(chan struct{}, dialsAtOnce), ready: gamesWithin, unsettled: map[string]string{}}
	r.to.Store(int64(-1))
	transport := func() *http.Transport {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = opensAtOnce
		t.ForceAttemptHTTP2 = false
		return t
	}
	r.requests = &http.Client{Transport: transport()}
	sockets := transport()
	sockets.ReadBufferSize, sockets.WriteBufferSize = 1<<10, 1<<10 // they serve the handshake only
	r.sockets = &http.Client{Transport: sockets}
	slow := transport()
	slow.DialContext = (&net.Dialer{Control: smallBuffer}).DialContext
	r.slow = &http.Client{Transport: slow}
	return r
}

// closeIdle ends the connections that no request uses.
func (r *run) closeIdle() {
	for _, c := range []*http.Client{r.requests, r.sockets, r.slow} {
		c.CloseIdleConnections()
	}
}

// now is the time since the start, by the monotonic clock.
func (r *run) now() time.Duration { return time.Since(r.start) }

// url returns the hub for the k-th connection.
func (r *run) url(k int) string { return r.cfg.urls[k%len(r.cfg.urls)] }

// counted reports whether a time is in that which counts. Moves count by when they
// are acknowledged, latencies by when the move was due: so the last of them are
// waited for, however long they take.
func (r *run) counted(now time.Duration) bool {
	return int64(now) >= r.from.Load() && int64(now) < r.to.Load()
}

// confirmed counts a move that its player knows to be stored.
func (r *run) confirmed(due, now time.Duration) {
	if r.counted(now) {
		r.moves.Add(1)
	}
	if r.counted(due) {
		r.confirm.record(now - due)
	}
}

// arrived counts a move that the other player sees.
func (r *run) arrived(due, now time.Duration) {
	if r.counted(due) {
		r.opponent.record(now - due)
	}
}

// generate makes the load and returns what came of it: rooms are opened, played
// in, measured, settled and checked. An error means that nothing was measured; the
// rooms that were opened are settled and checked all the same, if there is a report.
func (r *run) generate(ctx context.Context) (*report, error) {
	// An interrupt ends the time that counts, no more: what was played is settled
	// and checked all the same.
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	r.ctx = lasting
	defer r.closeIdle()
	defer r.work.Wait()
	defer cancel()
	rep := &report{Processes: map[string]process{}}
	if err := reach(ctx, r.cfg.urls); err != nil {
		return nil, err
	}
	processes := watchProcesses(r.cfg.pids)
	failed := r.openAll(ctx)
	if failed == nil {
		r.measure(ctx, processes, rep)
	}
	if r.cfg.relay {
		r.finish(lasting)
	} else {
		r.settle(lasting)
	}
	rep.Confirm, rep.Opponent = r.confirm.latency(), r.opponent.latency()
	r.leaveAll()
	cancel()
	r.work.Wait()
	if r.cfg.check {
		rep.Verdict = r.checkAll(context.WithoutCancel(ctx))
	}
	rep.Errors, rep.Closes, rep.Reconnects = r.errors.all(), r.closes.all(), r.reconnects.Load()
	return rep, errors.Join(failed, r.writeHistories())
}

// measure is the part of a run in which moves are made.
func (r *run) measure(ctx context.Context, processes *processes, rep *report) {
	r.work.Go(func() { r.every(watchEvery, r.watchAll) })
	if r.cfg.storm > 0 {
		r.work.Go(func() { r.every(r.cfg.storm, r.cutAll) })
	}
	r.play(ctx, processes)
	rep.Connections = int(r.clientCount.Load())
	rep.Processes = processes.end(r.moves.Load(), rep.Connections)
	r.throughput(rep)
}

// openAll opens all rooms and waits until a game is on in each.
func (r *run) openAll(ctx context.Context) error {
	idleRooms := (r.cfg.idle + 1) / 2
	r.tables = make([]*table, r.cfg.rooms+idleRooms)
	errs := make(chan error, len(r.tables))
	slots := make(chan struct{}, opensAtOnce)
	var opening sync.WaitGroup
	for i := range r.tables {
		slots <- struct{}{}
		opening.Go(func() {
			defer func() { <-slots }()
			t, err := r.open(ctx, i, i < r.cfg.ai, i >= r.cfg.rooms)
			r.mu.Lock()
			r.tables[i] = t
			r.mu.Unlock()
			errs <- err
		})
	}
	opening.Wait()
	for range r.tables {
		if err := <-errs; err != nil {
			return fmt.Errorf("no room could be opened: %w", err)
		}
	}
	return r.awaitGames(ctx)
}

// awaitGames waits until a game is on in each room.
func (r *run) awaitGames(ctx context.Context) (err error) {
	within, cancel := context.WithTimeout(ctx, r.ready)
	defer cancel()
	idle := 0
	for _, t := range r.tables {
		select {
		case <-t.ready:
		case <-within.Done():
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if t.hasBegun() {
			continue
		}
		idle++
		why := fmt.Sprintf("no game has begun within %s", r.ready)
		r.leaveUnsettled(t, why)
		err = fmt.Errorf("in %d of %d rooms, the last of them %s, %s; so far %v", idle, len(r.tables), t.id, why, r.errors.all())
	}
	return err
}

// play makes moves for the warm-up and the time that counts.
func (r *run) play(ctx context.Context, processes *processes) {
	begin := r.now()
	r.from.Store(int64(begin + r.cfg.warmup))
	r.to.Store(int64(begin + r.cfg.warmup + r.cfg.duration))
	r.playing.Store(true)
	if r.cfg.mode == modeOpen {
		r.work.Go(func() { punctual(r.schedule) })
	} else {
		for _, t := range r.active() {
			for _, c := range t.clients {
				c.nudge()
			}
		}
	}
	pause(ctx, r.cfg.warmup)
	processes.begin()
	pause(ctx, r.cfg.duration)
	r.playing.Store(false)
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// schedule asks for moves at the given rate, whether those before have been
// answered or not, so that a pause of the server counts for all who would have
// moved during it: else the worst times are those that are never measured
// ("coordinated omission", Gil Tene, "How NOT to Measure Latency", 2013). Moves
// arrive at random (a Poisson process), and each room has its turn before any has
// its second, since two people do not move at the same time.
func (r *run) schedule() {
	random := rand.New(rand.NewPCG(r.cfg.seed, 1<<40))
	due := r.now()
	for i := 0; r.playing.Load(); {
		for ; due <= r.now(); i++ {
			tables := r.active()
			tables[i%len(tables)].schedule(due)
			due += time.Duration(random.ExpFloat64() / r.cfg.rate * float64(time.Second))
		}
		sleepUntil(r.start.Add(due))
	}
}

// active returns the rooms that are played in.
func (r *run) active() []*table {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tables[:r.cfg.rooms:r.cfg.rooms]
}

// all returns all rooms there have been.
func (r *run) all() []*table {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(slices.Concat(r.tables, r.past), func(t *table) bool { return t == nil })
}

// replace puts a new room in the place of one that is given up.
func (r *run) replace(old, next *table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	tables := slices.Clone(r.tables)
	tables[old.index] = next
	r.tables = tables
	r.past = append(r.past, old)
}

// every does something again and again until the run ends.
func (r *run) every(d time.Duration, do func()) {
	ticker := time.NewTicker(d)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			do()
		case <-r.ctx.Done():
			return
		}
	}
}

func (r *run) watchAll() {
	now := r.now()
	for _, t := range r.all() {
		for _, c := range t.clients {
			c.watch(now)
		}
	}
}

// cutAll ends all connections at once: a storm of clients that come back.
func (r *run) cutAll() {
	if !r.playing.Load() {
		return
	}
	for _, t := range r.all() {
		for _, c := range t.clients {
			c.cut()
		}
	}
}

// leaveAll says good-bye on all connections.
func (r *run) leaveAll() {
	slots := make(chan struct{}, dialsAtOnce)
	var leaving sync.WaitGroup
	for _, t := range r.all() {
		for _, c := range t.clients {
			slots <- struct{}{}
			leaving.Go(func() {
				defer func() { <-slots }()
				c.mu.Lock()
				c.ended = true
				c.mu.Unlock()
				c.leave()
			})
		}
	}
	leaving.Wait()
}
