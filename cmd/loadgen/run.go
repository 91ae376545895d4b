package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	maxDials         = 64               // websockets being opened at once
	maxParallelRooms = 32               // rooms being opened, read or checked at once
	gamesTimeout     = 30 * time.Second // for the first games to begin, after the last room is open
	settlePollEvery  = 50 * time.Millisecond
)

// run is one run of the generator.
type run struct {
	cfg   config
	ctx   context.Context // ends all clients
	start time.Time

	client       *http.Client
	dialSlots    chan struct{} // semaphore of maxDials
	gamesTimeout time.Duration // how long the first games may take to begin
	clientCount  atomic.Int64
	goroutines   sync.WaitGroup // all goroutines of the run
	reopening    sync.WaitGroup // the goroutines that replace a retired room

	mu      sync.Mutex
	matches []*match         // active rooms by index
	retired []*match         // rooms that were replaced
	errors  map[string]int64 // how often, by code
	closes  map[string]int64 // how often, by close code

	playing         atomic.Bool   // players make moves
	from, to        time.Duration // measured time, since the start; set before playing
	moves           atomic.Int64
	confirmLatency  latencies
	opponentLatency latencies
	reconnects      atomic.Int64
	replyLatency    latencies // of the AI
}

func newRun(cfg config) *run {
	r := &run{
		cfg:          cfg,
		start:        time.Now(),
		dialSlots:    make(chan struct{}, maxDials),
		gamesTimeout: gamesTimeout,
		errors:       map[string]int64{},
		closes:       map[string]int64{},
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = maxParallelRooms
	transport.ForceAttemptHTTP2 = false
	r.client = &http.Client{Transport: transport}
	return r
}

// now returns the time since the start, by the monotonic clock.
func (r *run) now() time.Duration { return time.Since(r.start) }

// hubURL returns the address of the hub for connection k.
func (r *run) hubURL(k int) string { return r.cfg.urls[k%len(r.cfg.urls)] }

// inMeasuredTime reports whether a time is in the measured time. A move counts by the
// time of its acknowledgement. A latency counts by the time at which the move was due, so
// that late answers at the end are measured too.
func (r *run) inMeasuredTime(now time.Duration) bool {
	return now >= r.from && now < r.to
}

// recordLatency records the time since a move was due, if that was in the measured time.
func (r *run) recordLatency(l *latencies, due, now time.Duration) {
	if r.inMeasuredTime(due) {
		l.record(now - due)
	}
}

// count counts one of r.errors or r.closes.
func (r *run) count(in map[string]int64, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	in[name]++
}

// generate runs the load: it opens rooms, plays, measures, waits until the rooms have
// settled, and checks them. If it returns a report together with an error, the rooms that
// were opened have still been settled and checked.
func (r *run) generate(ctx context.Context) (*report, error) {
	// An interrupt only ends the measured time. The rooms are still settled and checked.
	uninterrupted, cancel := context.WithCancel(context.WithoutCancel(ctx))
	r.ctx = uninterrupted
	defer r.client.CloseIdleConnections()
	defer r.goroutines.Wait()
	defer cancel()
	rep := &report{}
	if err := r.checkReachable(ctx); err != nil {
		return nil, err
	}
	failed := r.openRooms(ctx)
	if failed == nil {
		r.measure(ctx, rep)
	}
	r.settle(uninterrupted)
	rep.Confirm, rep.Opponent = r.confirmLatency.latency(), r.opponentLatency.latency()
	if r.cfg.aiRooms > 0 {
		rep.Reply = new(r.replyLatency.latency())
	}
	inParallel(r.allMatches(), func(_ int, m *match) {
		for _, c := range m.clients {
			c.leave()
		}
	})
	cancel()
	r.goroutines.Wait()
	rep.Verdict = r.checkAll(context.WithoutCancel(ctx))
	r.mu.Lock()
	defer r.mu.Unlock() // a timer may still count
	rep.Errors, rep.Closes, rep.Reconnects = maps.Clone(r.errors), maps.Clone(r.closes), r.reconnects.Load()
	return rep, failed
}

// measure plays and fills in the measurements of the report.
func (r *run) measure(ctx context.Context, rep *report) {
	if r.cfg.stormEvery > 0 {
		r.goroutines.Go(func() {
			for sleep(ctx, r.cfg.stormEvery); r.playing.Load(); sleep(ctx, r.cfg.stormEvery) {
				for _, m := range r.allMatches() { // all clients reconnect at once
					for _, c := range m.clients {
						c.cut()
					}
				}
			}
		})
	}
	r.makeMoves(ctx)
	rep.Connections = int(r.clientCount.Load())
	rep.Moves = r.moves.Load()
	rep.Seconds = min(r.now()-r.from, r.cfg.duration).Seconds()
	rep.MovesPerSecond = float64(rep.Moves) / rep.Seconds
	for _, m := range r.activeMatches() {
		rep.Overdue += len(m.takeAllDue())
	}
}

// openRooms opens all rooms and waits until a game has begun in each.
func (r *run) openRooms(ctx context.Context) error {
	r.matches = make([]*match, r.cfg.rooms)
	var opening errgroup.Group
	opening.SetLimit(maxParallelRooms)
	for i := range r.matches {
		opening.Go(func() error {
			m, err := r.openMatch(ctx, i, i < r.cfg.aiRooms)
			r.mu.Lock()
			r.matches[i] = m
			r.mu.Unlock()
			return err
		})
	}
	if err := opening.Wait(); err != nil {
		return fmt.Errorf("cannot open a room: %w", err)
	}
	return r.awaitGames(ctx)
}

// awaitGames waits until a game has begun in each room.
func (r *run) awaitGames(ctx context.Context) (err error) {
	within, cancel := context.WithTimeout(ctx, r.gamesTimeout)
	defer cancel()
	notBegun := 0
	for _, m := range r.matches {
		select {
		case <-m.begun.Done():
			continue
		case <-within.Done():
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		notBegun++
		why := fmt.Sprintf("no game began within %s", r.gamesTimeout)
		m.markUnsettled(why)
		r.mu.Lock()
		err = fmt.Errorf("in %d of %d rooms (the last is %s) %s; errors so far: %v", notBegun, len(r.matches), m.id, why, r.errors)
		r.mu.Unlock()
	}
	return err
}

// makeMoves lets the players move for the measured time.
func (r *run) makeMoves(ctx context.Context) {
	r.from = r.now()
	r.to = r.from + r.cfg.duration
	r.playing.Store(true)
	if r.cfg.rate > 0 {
		r.startSchedule()
	} else {
		for _, m := range r.activeMatches() {
			for _, c := range m.clients {
				c.wake()
			}
		}
	}
	sleep(ctx, r.cfg.duration)
	r.playing.Store(false)
}

// sleep waits for d, if it is above 0, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// activeMatches returns the rooms with moving players.
func (r *run) activeMatches() []*match {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.matches
}

// allMatches returns all rooms, including retired ones.
func (r *run) allMatches() []*match {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(slices.Concat(r.matches, r.retired), func(m *match) bool { return m == nil })
}

// replace puts a new room in the place of a retired one.
func (r *run) replace(old, next *match) {
	r.mu.Lock()
	defer r.mu.Unlock()
	matches := slices.Clone(r.matches)
	matches[old.index] = next
	r.matches = matches
	r.retired = append(r.retired, old)
}

// inParallel calls do with each room and its index, for maxParallelRooms rooms at a time.
func inParallel(rooms []*match, do func(int, *match)) {
	var all errgroup.Group
	all.SetLimit(maxParallelRooms)
	for i, m := range rooms {
		all.Go(func() error { do(i, m); return nil })
	}
	_ = all.Wait() // do returns no error
}
