package cli

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// NewRegistry returns a registry with what every Go process shows of itself.
func NewRegistry() *prometheus.Registry {
	reg := prometheus.NewRegistry()
	reg.MustRegister(collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return reg
}

// Admin returns what operators see of a process: /metrics, /healthz (it runs)
// and /readyz (it can do its work).
func Admin(reg *prometheus.Registry, ready func(context.Context) error) http.Handler {
	mux := http.NewServeMux()
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

// Time limits of HTTP, none of which concerns a websocket once it is open.
const (
	headerTimeout   = 10 * time.Second
	idleTimeout     = 2 * time.Minute
	requestTimeout  = 30 * time.Second
	maxHeaderBytes  = 16 << 10
	shutdownTimeout = 10 * time.Second
)

// Server is an HTTP server that can be waited for.
type Server struct {
	http http.Server
	over chan struct{}
	err  error // set before over is closed
}

// Serve serves on l until Shutdown.
func Serve(l net.Listener, handler http.Handler) *Server {
	s := &Server{http: http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: requestTimeout, WriteTimeout: requestTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
	}, over: make(chan struct{})}
	go func() {
		defer close(s.over)
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.err = err
		}
	}()
	return s
}

// Wait returns when the server has ended, with nil after Shutdown.
func (s *Server) Wait() error {
	<-s.over
	return s.err
}

// Shutdown stops listening, and waits for the requests under way. Open
// websockets are not requests any more.
func (s *Server) Shutdown() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	return errors.Join(s.http.Shutdown(ctx), s.Wait())
}
