// Package web is the HTTP side of a hub: the API of docs/openapi.yaml, the requests that
// become sockets, and the page.
//
// It promises:
//
//   - Every answer has the security headers, and a request ID that the log names.
//   - A request that fails is answered with a wire.Failure. The text of an internal error
//     is logged and not shown.
//   - The secret of a player is in no log line and in no answer but the cookie that
//     gives it to its browser.
//
// Its users must route requests to the handlers through Protect, which identifies the client
// and limits its requests.
//
// How it works: each Server method named after a path answers it (package hub has the
// table). Handlers read rooms that are open through the replicas of package rooms, and others
// through replicas of their own. Live hands its socket to package rooms.
package web

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/inside"
	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/rooms"
	"github.com/quatre/quatre/internal/hub/shed"
	"github.com/quatre/quatre/internal/hub/socket"
	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/trace"
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
	storage.NameKey
	storage.StatusReporter
}

// Config is what a Server is made of.
type Config struct {
	Store   Store
	Rooms   *rooms.Rooms // on Store
	Sockets *socket.Set
	Shedder *shed.Shedder

	Page      Page
	Origins   []string // additional origins, as "https://host", whose pages may use this hub
	Addresses []string // under which the local network reaches this hub
	Variants  []string // that the page offers

	Limits         limits.Limits
	TrustedProxies []netip.Prefix

	Tasks    *lifecycle.Tasks
	Record   *telemetry.Recorder
	Registry prometheus.Registerer
	Trace    *trace.Tracer // nil: no traces
	Now      func() time.Time
}

// Server answers requests. Its handlers are safe for concurrent use.
type Server struct {
	cfg     Config
	guard   *limits.Guard
	callers *limits.Callers
	origins *http.CrossOriginProtection
	metrics *metrics

	lobby     *lobby
	names     nameKeeper
	readiness readiness
	imports   *importSlots

	// what one player may ask to have analysed: any position, and one that must be computed
	questions, computations *limits.Quota

	looks *inside.Slots // nil: none are allowed
}

// New returns a Server.
func New(cfg Config) (*Server, error) {
	s := &Server{
		cfg:          cfg,
		guard:        limits.NewGuard(cfg.Limits),
		callers:      &limits.Callers{TrustedProxies: cfg.TrustedProxies, Loopback: cfg.Limits.Loopback, Log: cfg.Record.Log},
		origins:      http.NewCrossOriginProtection(),
		lobby:        newLobby(cfg),
		names:        nameKeeper{store: cfg.Store},
		imports:      newImportSlots(),
		questions:    limits.NewQuota(askedByPlayer, askedByAddress),
		computations: limits.NewQuota(computedByPlayer, computedByAddress),
	}
	if n := cfg.Limits.Inside; n > 0 {
		s.looks = inside.NewSlots(n)
	}
	s.metrics = newMetrics(cfg.Registry, s.guard.Limits())
	for _, origin := range cfg.Origins {
		if err := s.origins.AddTrustedOrigin(origin); err != nil {
			return nil, err
		}
	}
	s.origins.SetDenyHandler(http.HandlerFunc(s.denyCrossOrigin))
	return s, nil
}
