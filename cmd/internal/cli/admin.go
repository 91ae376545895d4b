package cli

import (
	"context"
	"io"
	"net/http"
	"net/http/pprof"
	"net/netip"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// NewRegistry returns a registry with what every Go process shows of itself.
func NewRegistry() *prometheus.Registry {
	reg := prometheus.NewRegistry()
	reg.MustRegister(newBuildInfo(), collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return reg
}

// Admin returns what is served on -admin: to everybody who reaches it /metrics,
// /healthz (it runs) and /readyz (it can do its work); to operators alone, by their
// networks, Go's profiles under /debug/pprof/ and all else that rest serves, if it is
// not nil.
func Admin(reg *prometheus.Registry, ready func(context.Context) error, operators []netip.Prefix, rest http.Handler) http.Handler {
	theirs, mux := http.NewServeMux(), http.NewServeMux()
	mux.Handle("/", only(operators, theirs))
	// Not the command line, in which the store's URL may have a password.
	theirs.HandleFunc("GET /debug/pprof/", pprof.Index)
	theirs.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	theirs.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	theirs.HandleFunc("POST /debug/pprof/symbol", pprof.Symbol)
	theirs.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	if rest != nil {
		theirs.Handle("/", rest)
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := ready(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	return mux
}
