package cli

import (
	"context"
	"io"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

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
