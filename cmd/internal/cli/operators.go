package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Operators is the server of the address -admin. It answers before the process can do its
// work: a process that still waits for its store is alive and not ready. With -admin none the
// *Operators is nil, and its methods do nothing.
type Operators struct {
	*Server
	addr net.Addr
	now  atomic.Pointer[state]
}

// state is what the server answers now.
type state struct {
	ready Ready
	rest  http.Handler
}

// ServeOperators starts the server on addr. An empty addr means none. It fails if it cannot listen there.
func ServeOperators(addr string, reg *prometheus.Registry, who Access, log *slog.Logger) (*Operators, error) {
	if addr == "" {
		return nil, nil //nolint:nilnil // a nil *Operators is valid
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot serve on -admin %s: %w", addr, err)
	}
	o := &Operators{addr: l.Addr()}
	o.NotReady(errors.New("starting"))
	ready := func(ctx context.Context) error { return o.now.Load().ready(ctx) }
	rest := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { o.now.Load().rest.ServeHTTP(w, r) })
	o.Server = Serve(l, Admin(reg, ready, who, rest), nil, log)
	return o, nil
}

// NotReady makes the server answer every request with reason, except requests for liveness,
// metrics and profiles.
func (o *Operators) NotReady(reason error) {
	o.Started(
		func(context.Context) error { return reason },
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, reason.Error(), http.StatusServiceUnavailable)
		}),
	)
}

// Started sets the function that decides whether the process is ready, and the handler of
// paths that Admin does not serve itself.
func (o *Operators) Started(ready Ready, rest http.Handler) {
	if o != nil {
		o.now.Store(&state{ready, rest})
	}
}

// Addr returns the address that the server listens on.
func (o *Operators) Addr() net.Addr { return o.addr }

// Shutdown is like Server.Shutdown.
func (o *Operators) Shutdown() error {
	if o == nil {
		return nil
	}
	return o.Server.Shutdown()
}

// NewRegistry returns a registry with the metrics of Go, the process and the build.
func NewRegistry() *prometheus.Registry {
	reg := prometheus.NewRegistry()
	reg.MustRegister(newBuildInfo(), collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return reg
}

// Ready returns nil if the process can do its work.
type Ready func(context.Context) error

// Admin returns the handler of the address -admin. Everybody may read /metrics, /healthz (the
// process runs) and /readyz (it can do its work). Only operators may use Go's profiles under
// /debug/pprof/, and rest for every other path. The handler refuses
// requests for the name of another host.
func Admin(reg *prometheus.Registry, ready Ready, who Access, rest http.Handler) http.Handler {
	restricted, mux := http.NewServeMux(), http.NewServeMux()
	mux.Handle("/", allowOnly(who.Operators, restricted))
	// The command line is left out: the URL of the store may contain a password.
	restricted.HandleFunc("GET /debug/pprof/", pprof.Index)
	restricted.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	restricted.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	restricted.HandleFunc("POST /debug/pprof/symbol", pprof.Symbol)
	restricted.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	restricted.Handle("/", rest)
	mux.Handle("GET /metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := ready(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	return onlyHosts(who.Hosts, mux)
}
