// Package web answers the HTTP requests of a hub: those of the API in docs/api/openapi.yaml, those
// that become sockets, and those for the page and for pictures of games.
//
// It promises:
//
//   - Every answer has the security headers, and a request ID that the log names.
//   - The answer to a request that fails is a wire.Failure. The text of an internal error is
//     logged and not sent.
//   - The secret of a player is in no log line. It is in no answer except in the cookie for
//     the player's browser.
//
// Its users must route requests to the handlers through Protect, which identifies the client
// and limits its requests.
//
// How it works: each Server method named after a path answers it (package hub has the
// table). If sockets of this hub are in a room, handlers read it through the replica of package
// rooms, otherwise through a new replica. Live hands its socket to package rooms.
package web

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"

	"github.com/quatre/quatre/internal/hub/inside"
	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/rooms"
	"github.com/quatre/quatre/internal/hub/shed"
	"github.com/quatre/quatre/internal/hub/socket"
	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storemetrics"
)

// Store is what the API needs of a store.
type Store interface {
	storage.Shards
	storage.Clock
	storage.Log
	storage.Lists
	storage.Presence
	storage.Answers
	archive.Store
	storage.Forgetter
	storage.NameKey
	storage.StatusReporter
}

// Config configures a Server.
type Config struct {
	Store   Store
	Rooms   *rooms.Rooms // must use Store too
	Sockets *socket.Set
	Shedder *shed.Shedder

	Page      Page
	Version   string   // of the program
	Addresses []string // URLs of this hub on the local network

	Limits         limits.Limits
	TrustedProxies []netip.Prefix

	Tasks    *lifecycle.Tasks
	Record   *telemetry.Recorder
	Registry prometheus.Registerer
	Now      func() time.Time
}

// Server answers requests. Its handlers are safe for concurrent use. Those that return an error leave it to
// Answer to send it.
type Server struct {
	cfg      Config
	guard    *limits.Guard
	callers  *limits.Callers
	origins  *http.CrossOriginProtection
	analyses *prometheus.CounterVec // by the kind of answer

	lobby     *lobby
	names     nameKeeper
	readiness readiness
	gallery   *gallery

	// questions limits all analyses that a player or an address asks for. computations limits
	// the analyses that a worker must compute.
	questions, computations *limits.Quota

	uploads, imports *semaphore.Weighted // slots for imports
	forgetting       *semaphore.Weighted // the slot for the one player who is being forgotten

	looks *inside.Queue
}

// New returns a Server.
func New(cfg Config) *Server {
	s := &Server{
		cfg:          cfg,
		guard:        limits.NewGuard(cfg.Limits),
		callers:      &limits.Callers{TrustedProxies: cfg.TrustedProxies, Loopback: cfg.Limits.Loopback, Player: sharerOf, Log: cfg.Record.Log},
		origins:      http.NewCrossOriginProtection(),
		lobby:        newLobby(cfg),
		names:        nameKeeper{store: cfg.Store},
		uploads:      semaphore.NewWeighted(maxUploads),
		imports:      semaphore.NewWeighted(maxImports),
		forgetting:   semaphore.NewWeighted(1),
		gallery:      newGallery(),
		looks:        inside.NewQueue(cfg.Limits.Inside),
		analyses:     newMetrics(cfg.Registry, cfg.Limits),
		questions:    limits.NewQuota(askedByPlayer, askedByAddress),
		computations: limits.NewQuota(computedByPlayer, computedByAddress),
	}
	s.origins.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { s.writeError(w, wire.FailCrossOrigin) }))
	return s
}

// newMetrics registers the metrics of this package, and returns the analyses by the kind of answer.
func newMetrics(reg prometheus.Registerer, l limits.Limits) *prometheus.CounterVec {
	reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_hub_sockets_limit", Help: "Websockets that may be open at once; 0: any number.",
	}, func() float64 { return float64(max(0, l.Sockets)) }))
	return storemetrics.NewCounters(reg, "quatre_hub_analyses_total",
		"Requests for an analysis, by answer: over (the game has ended), cached, computed, "+
			"partial, nothing (found yet), gone (the client left).",
		"answer", "over", "cached", "computed", "partial", "nothing", "gone")
}
