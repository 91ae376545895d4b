package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

// Default time limits of HTTP. None applies to an open websocket.
const (
	headerTimeout   = 10 * time.Second
	idleTimeout     = 2 * time.Minute
	requestTimeout  = 30 * time.Second
	shutdownTimeout = 10 * time.Second
)

const (
	maxHeaderBytes = 16 << 10
	maxStreams     = 100 // concurrent requests on one HTTP/2 connection
)

// HTTP is the configuration of a server.
type HTTP struct {
	HeaderTimeout time.Duration // to read a request's header
	ReadTimeout   time.Duration // to read the whole request
	IdleTimeout   time.Duration // until a connection without requests is closed
	MaxHeader     int           // bytes

	TLS *tls.Config // nil: plain
	Log *slog.Logger
}

// DefaultHTTP returns the default configuration.
func DefaultHTTP(log *slog.Logger) HTTP {
	return HTTP{HeaderTimeout: headerTimeout, ReadTimeout: requestTimeout, IdleTimeout: idleTimeout, MaxHeader: maxHeaderBytes, Log: log}
}

// Server is a running HTTP server.
type Server struct {
	http http.Server
	done chan struct{}
	err  error // set before done is closed
}

// Serve serves on l until Shutdown. With TLS it offers HTTP/2 as well; websockets use
// HTTP/1.1.
func Serve(l net.Listener, handler http.Handler, settings HTTP) *Server {
	s := &Server{http: http.Server{
		Handler: handler, ReadHeaderTimeout: settings.HeaderTimeout, ReadTimeout: settings.ReadTimeout, WriteTimeout: requestTimeout,
		IdleTimeout: settings.IdleTimeout, MaxHeaderBytes: settings.MaxHeader, TLSConfig: settings.TLS,
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: maxStreams}, ErrorLog: log.New(httpErrorLog{settings.Log}, "", 0),
	}, done: make(chan struct{})}
	serve := s.http.Serve
	if settings.TLS != nil {
		serve = func(l net.Listener) error { return s.http.ServeTLS(l, "", "") }
	}
	go func() {
		defer close(s.done)
		if err := serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.err = err
		}
	}()
	return s
}

// httpErrorLog logs the errors of net/http. Clients can cause any number of failed TLS
// handshakes, so these have the level debug; other errors have the level error.
type httpErrorLog struct{ log *slog.Logger }

func (c httpErrorLog) Write(line []byte) (int, error) {
	text := strings.TrimSpace(string(line))
	level := slog.LevelError
	if strings.HasPrefix(text, "http: TLS handshake error") {
		level = slog.LevelDebug
	}
	c.log.Log(context.Background(), level, text)
	return len(line), nil
}

// Wait waits for the end of the server. It returns nil after Shutdown.
func (s *Server) Wait() error {
	<-s.done
	return s.err
}

// Shutdown stops listening and waits for the current requests. It does not wait for open
// websockets.
func (s *Server) Shutdown() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	return errors.Join(s.http.Shutdown(ctx), s.Wait())
}
