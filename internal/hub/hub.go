// Package hub serves rooms to browsers and programs over HTTP and websockets.
//
// It promises:
//
//   - It keeps no truth. What it knows of a room is a replica of the room's log;
//     any hub can serve any room, and one that dies takes nothing with it.
//   - It stores first, and only then acknowledges and broadcasts.
//   - Every socket sees each entry of its room exactly once and in order, from
//     the one that it asked for on. One that cannot keep up is closed, and comes
//     back where it stopped: nobody waits for it.
//   - Who starts a goroutine waits for its end: when Run has returned and the
//     last request is over, nothing of the hub is left.
//
// The way of a move through this package: conn.go reads a frame, wire.go decodes
// it, command.go plays it on the room's replica and answers, live.go broadcasts
// what the replica has gained. Entries that other processes append come in
// through the store's watch, to the same function of live.go.
//
// The hub knows no game and no search; it passes on moves as text.
package hub

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storemetrics"
	"github.com/quatre/quatre/internal/trace"
)

// Config is what a hub is made of.
type Config struct {
	Store storage.Store

	// Name tells this process from others in the store; not empty.
	Name string

	// Page is the built web page, with index.html at its root; without that file
	// the hub tells visitors how to build it.
	Page fs.FS

	// Origins are further origins, as "https://host", whose pages may use this
	// hub. Those served by the hub itself always may.
	Origins []string

	// Addresses are those under which the local network reaches this hub.
	Addresses []string

	// Variants are those that the page offers.
	Variants []string

	Log      *slog.Logger
	Registry prometheus.Registerer

	// Trace sends the way of each command to a collector; nil: there is none.
	Trace *trace.Tracer

	// Limits are what one hub grants; DefaultLimits if zero.
	Limits Limits

	// TrustedProxies are the networks of the proxies whose word is taken on whom
	// they speak for: X-Forwarded-For and X-Forwarded-Proto.
	TrustedProxies []netip.Prefix

	// Retention is how long a finished room's log stays; room.DefaultRetention if 0.
	Retention time.Duration

	// KeepGames is how long the records of finished games stay: at least Retention, so that
	// a room outlives that of its last game only if somebody has something to say in it
	// afterwards; for good if 0. Of several hubs on a store the one with the shortest time
	// forgets.
	KeepGames time.Duration

	// Now is the clock; time.Now if nil.
	Now func() time.Time
}

// Hub serves rooms. Its methods are safe for concurrent use.
type Hub struct {
	cfg     Config
	door    play.Executor
	log     *slog.Logger
	metrics *metrics
	page    page
	origins *http.CrossOriginProtection

	guard      *guard
	readiness  readiness
	distrusted sync.Once // a warning

	// life ends when the hub must let go of everything; work counts the
	// goroutines that it then waits for.
	life    context.Context
	writers *writers
	kill    context.CancelFunc
	work    sync.WaitGroup

	admission sync.Mutex
	draining  bool // guarded by admission: no new sockets

	shards []*shard // of the store

	// what players may ask to be analysed: any position, and one that is to be
	// computed
	asks, computations *quota

	rooms   registry
	sockets sockets
	lobby   lobby
}

// New returns a hub that serves as soon as its Handler is, and does its
// background work while Run runs.
func New(cfg Config) (*Hub, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Limits == (Limits{}) {
		cfg.Limits = DefaultLimits()
	}
	if err := cfg.Limits.Validate(); err != nil {
		return nil, err
	}
	measured := storemetrics.Wrap(cfg.Store, cfg.Registry, cfg.Now)
	cfg.Store = measured
	h := &Hub{cfg: cfg, log: cfg.Log, door: play.Executor{Log: cfg.Trace.Log(measured), Observer: measured, Now: cfg.Now, Retention: cfg.Retention, MaxEntries: cfg.Limits.Entries}}
	h.guard = newGuard(cfg.Limits)
	h.door.Outages = h.knownOutages
	h.life, h.kill = context.WithCancel(context.Background())
	h.writers = newWriters(h.life)
	h.shards = newShards(h)
	h.asks, h.computations = newQuota(askedPerMinute, askedAtOnce), newQuota(computedPerMinute, computedAtOnce)
	h.rooms.open = map[room.ID]*live{}
	h.sockets.open = map[*conn]struct{}{}
	h.lobby = lobby{turn: make(slots, 1), open: map[room.ID]*card{}}
	h.metrics = newMetrics(cfg.Registry, h)
	h.origins = http.NewCrossOriginProtection()
	for _, origin := range cfg.Origins {
		if err := h.origins.AddTrustedOrigin(origin); err != nil {
			return nil, err
		}
	}
	var err error
	h.page, err = newPage(cfg.Page)
	return h, err
}

// Run does what must happen without a request: deadlines, presence, the watch
// over the store. When ctx ends it tells every socket to come back elsewhere,
// and returns when all are closed.
func (h *Hub) Run(ctx context.Context) {
	for _, s := range h.shards {
		h.work.Go(s.sweepLoop)
		h.work.Go(s.presenceLoop)
	}
	h.work.Go(h.heartLoop)
	h.work.Go(h.pingLoop)
	if h.cfg.KeepGames > 0 {
		h.work.Go(h.forgetLoop)
		h.work.Go(h.importsLoop)
	}
	<-ctx.Done()
	h.admission.Lock()
	h.draining = true
	h.admission.Unlock()
	h.rooms.drain()
	h.sockets.close() // also those that were just coming in
	h.kill()
	h.work.Wait()
}

// admit counts one more goroutine that Run waits for, unless it waits already.
func (h *Hub) admit() bool {
	h.admission.Lock()
	defer h.admission.Unlock()
	if h.draining {
		return false
	}
	h.work.Add(1)
	return true
}

// every calls do at once and then at intervals, until ctx ends.
func every(ctx context.Context, interval time.Duration, do func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		do()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
