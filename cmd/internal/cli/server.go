package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

// Time limits of HTTP by default, none of which concerns a websocket once it is
// open.
const (
	headerTimeout   = 10 * time.Second
	idleTimeout     = 2 * time.Minute
	requestTimeout  = 30 * time.Second
	shutdownTimeout = 10 * time.Second
)

const (
	maxHeaderBytes = 16 << 10
	leastHeader    = 4 << 10 // what a browser sends fits
	maxStreams     = 100     // requests at once on one connection of HTTP/2
)

// HTTP is how a server serves.
type HTTP struct {
	HeaderTimeout time.Duration // to read a request's header
	ReadTimeout   time.Duration // to read all of it
	IdleTimeout   time.Duration // until a connection without requests is closed
	MaxHeader     int           // bytes

	TLS *tls.Config // nil: plain
	Log *slog.Logger
}

// DefaultHTTP returns how a server serves that is told nothing else.
func DefaultHTTP(log *slog.Logger) HTTP {
	return HTTP{HeaderTimeout: headerTimeout, ReadTimeout: requestTimeout, IdleTimeout: idleTimeout, MaxHeader: maxHeaderBytes, Log: log}
}

// Flags adds the flags of the server's limits.
func (h *HTTP) Flags(fs *flag.FlagSet) {
	fs.IntVar(&h.MaxHeader, "max-header", h.MaxHeader, "`bytes` of a request's header")
	fs.DurationVar(&h.HeaderTimeout, "timeout-header", h.HeaderTimeout, "`time` to read a request's header")
	fs.DurationVar(&h.ReadTimeout, "timeout-read", h.ReadTimeout, "`time` to read a request, with its body")
	fs.DurationVar(&h.IdleTimeout, "timeout-idle", h.IdleTimeout, "`time` until a connection without requests is closed")
}

// Check refuses limits with which nothing could be served.
func (h *HTTP) Check() error {
	for name, d := range map[string]time.Duration{"header": h.HeaderTimeout, "read": h.ReadTimeout, "idle": h.IdleTimeout} {
		if d <= 0 {
			return fmt.Errorf("-timeout-%s %v: it is more than 0, such as 10s", name, d)
		}
	}
	if h.MaxHeader < leastHeader {
		return fmt.Errorf("-max-header %d: must be at least %d", h.MaxHeader, leastHeader)
	}
	return nil
}

// Server is an HTTP server that can be waited for.
type Server struct {
	http http.Server
	over chan struct{}
	err  error // set before over is closed
}

// Serve serves on l until Shutdown. Over TLS that is HTTP/2 too, for clients that
// want it; websockets come on connections of HTTP/1.1.
func Serve(l net.Listener, handler http.Handler, how HTTP) *Server {
	s := &Server{http: http.Server{
		Handler: handler, ReadHeaderTimeout: how.HeaderTimeout, ReadTimeout: how.ReadTimeout, WriteTimeout: requestTimeout,
		IdleTimeout: how.IdleTimeout, MaxHeaderBytes: how.MaxHeader, TLSConfig: how.TLS,
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: maxStreams}, ErrorLog: log.New(complaints{how.Log}, "", 0),
	}, over: make(chan struct{})}
	serve := s.http.Serve
	if how.TLS != nil {
		serve = func(l net.Listener) error { return s.http.ServeTLS(l, "", "") }
	}
	go func() {
		defer close(s.over)
		if err := serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.err = err
		}
	}()
	return s
}

// complaints takes what net/http says. A failed handshake is a client's matter,
// and any client can cause as many as it likes; the rest should be looked at.
type complaints struct{ log *slog.Logger }

func (c complaints) Write(line []byte) (int, error) {
	text := strings.TrimSpace(string(line))
	level := slog.LevelError
	if strings.HasPrefix(text, "http: TLS handshake error") {
		level = slog.LevelDebug
	}
	c.log.Log(context.Background(), level, text)
	return len(line), nil
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
