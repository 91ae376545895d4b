// Package hub serves rooms to browsers and programs over HTTP and websockets.
//
// It promises:
//
//   - The store holds all rooms. Any hub can serve any room, and nothing that was stored is
//     lost when a hub dies.
//   - A hub stores an entry first, and only then broadcasts and acknowledges it.
//   - Every socket is sent each entry of its room exactly once and in order. A socket
//     that cannot keep up is closed, and its client continues on a new one. Other sockets
//     do not wait for it.
//   - When Run has returned and the last request is over, no goroutine of the hub is left.
//
// The caller must serve Handler while Run runs.
//
// Apart from package inside and the pictures of games, the hub contains neither rules of games nor
// a search: it passes moves on as text. Each part of the hub has a package of its own:
//
//	wire       the protocol: frames, close codes, failures
//	socket     one websocket, and the set of the open ones
//	limits     how much the hub grants to an address or a player
//	rooms      the rooms that have sockets here: commands, broadcast, presence, sweeps
//	web        the HTTP API, the page, security headers, readiness
//	inside     looks inside the AI's search
//	shed       what the hub does not store when the store is almost full
//	telemetry  metrics and log lines that several parts share
//	lifecycle  the goroutines that the hub waits for when it ends
//
// How a move is handled:
//
//  1. socket.Conn.Serve reads a frame.
//  2. rooms.Room.handle takes the frame, and wire.Decode makes a room.Action of it.
//  3. play.Executor.Play decides the command, appends the entry to the log, and applies
//     it to the room's replica.
//  4. rooms.Room.broadcast sends every socket the entries that it lacks.
//  5. rooms.Room.command sends the frame ok to the sender, together with the entry.
//
// Entries that other hubs, sweeps and workers store come in through the store's watch.
// rooms.Room.notice calls the same broadcast for them.
package hub

import (
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/house"
	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/rooms"
	"github.com/quatre/quatre/internal/hub/shed"
	"github.com/quatre/quatre/internal/hub/socket"
	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/web"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store is what a hub needs of a store.
type Store interface {
	rooms.Store
	web.Store
	storage.StatusReporter
}

// Config configures a hub.
type Config struct {
	Store Store

	// Observer is called for everything that this hub has stored; may be nil.
	Observer play.Observer

	// Name identifies this process in the store; unique, not empty.
	Name string

	// Page is the built web page, with index.html at its root. Without that file the
	// hub shows visitors how to build the page.
	Page fs.FS

	// Version is the version of the program, for the page.
	Version string

	// House is what the host calls this site.
	House house.House

	// Addresses are the URLs at which the local network reaches this hub.
	Addresses []string

	Log      *slog.Logger
	Registry prometheus.Registerer

	// Limits are what one hub grants; limits.Default() if zero.
	Limits limits.Limits

	// TrustedProxies are the networks of proxies whose X-Forwarded-For and
	// X-Forwarded-Proto are believed.
	TrustedProxies []netip.Prefix

	// Retention is how long the log of a finished room is kept; room.DefaultRetention
	// if 0.
	Retention time.Duration

	// KeepGames is how long the records of finished games are kept; for good if 0. It
	// must be at least Retention, so that a room seldom outlives its records. If the
	// hubs of a store have different values, the shortest applies.
	KeepGames time.Duration

	// Now is the clock; nil: the clock of Store.
	Now func() time.Time
}

// withDefaults returns cfg with defaults in place of the zero fields that have one.
func (cfg Config) withDefaults() Config {
	if cfg.Now == nil {
		cfg.Now = cfg.Store.Now
	}
	if cfg.Limits == (limits.Limits{}) {
		cfg.Limits = limits.Default()
	}
	cfg.Retention = cmp.Or(cfg.Retention, room.DefaultRetention)
	return cfg
}

// Hub serves rooms. Its methods are safe for concurrent use.
type Hub struct {
	cfg   Config
	build string // of the page

	tasks   *lifecycle.Tasks
	sockets *socket.Set
	rooms   *rooms.Rooms
	web     *web.Server

	shedder *shed.Shedder
}

// writeTimeout is how long a socket may take to accept what it is sent.
const writeTimeout = 10 * time.Second

// New returns a hub. It serves requests through Handler, and does its background work
// while Run runs. The error says which limit is not valid, or what of the page cannot be read.
func New(cfg Config) (*Hub, error) {
	cfg = cfg.withDefaults()
	if err := cfg.Limits.Validate(); err != nil {
		return nil, err
	}
	page, err := web.OpenPage(cfg.Page, cfg.House)
	if err != nil {
		return nil, err
	}
	h := &Hub{cfg: cfg, build: page.Build, tasks: lifecycle.New()}
	record := telemetry.New(cfg.Log, cfg.Registry)
	h.sockets = socket.NewSet(socket.Config{
		FrameLimit: cfg.Limits.Frame, OutboxBytes: cfg.Limits.OutboxBytes, WriteTimeout: writeTimeout,
		Record: record, Registry: cfg.Registry,
	})
	h.shedder = shed.New(cfg.Store, h.tasks, cfg.Log)
	h.rooms = rooms.New(rooms.Config{
		Store: cfg.Store,
		Executor: play.Executor{
			Log: cfg.Store, Observer: cfg.Observer, Now: cfg.Now,
			Retention: cfg.Retention, Admit: h.shedder.Admit,
		},
		Holder: cfg.Name, Build: page.Build,
		Tasks: h.tasks, Record: record, Registry: cfg.Registry, Now: cfg.Now,
	})
	h.web = web.New(web.Config{
		Store: cfg.Store, Rooms: h.rooms, Sockets: h.sockets, Shedder: h.shedder,
		Page: page, Version: cfg.Version, Addresses: cfg.Addresses,
		Limits: cfg.Limits, TrustedProxies: cfg.TrustedProxies,
		Tasks: h.tasks, Record: record, Registry: cfg.Registry, Now: cfg.Now,
	})
	return h, nil
}

// Run does the work that needs no request: deadlines, presence, pings, the removal of old
// records. When ctx ends, it closes every socket with a code that tells the client to come
// back to another hub, and returns when all sockets are closed.
func (h *Hub) Run(ctx context.Context) {
	h.rooms.Start()
	if h.cfg.KeepGames > 0 {
		h.tasks.Every(forgetInterval, h.forgetGames)
	}
	h.shedder.Start()
	<-ctx.Done()
	h.tasks.Drain()
	h.rooms.Drain()
	h.sockets.Close() // also sockets that are still being opened
	h.tasks.Stop()
}
