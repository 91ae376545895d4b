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

// Time limits of HTTP. None applies to an open websocket.
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

// Server is a running HTTP server.
type Server struct {
	http http.Server
	done chan struct{}
	err  error // set before done is closed
}

// Serve serves on l until Shutdown. With TLS, which may be nil, it offers HTTP/2 as well; websockets
// use HTTP/1.1.
func Serve(l net.Listener, handler http.Handler, certificate *tls.Config, log *slog.Logger) *Server {
	s := newServer(handler, log)
	s.http.TLSConfig = certificate
	go s.serve(l)
	return s
}

func newServer(handler http.Handler, logger *slog.Logger) *Server {
	return &Server{http: http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: requestTimeout, WriteTimeout: requestTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: maxStreams}, ErrorLog: log.New(httpErrorLog{logger}, "", 0),
	}, done: make(chan struct{})}
}

func (s *Server) serve(l net.Listener) {
	defer close(s.done)
	serve := s.http.Serve
	if s.http.TLSConfig != nil {
		serve = func(l net.Listener) error { return s.http.ServeTLS(l, "", "") }
	}
	if err := serve(l); !errors.Is(err, http.ErrServerClosed) {
		s.err = err
	}
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

// Wait waits for the end of the server. It returns nil after Shutdown, otherwise why the server ended.
func (s *Server) Wait() error {
	<-s.done
	return s.err
}

// Shutdown stops listening and waits for the current requests. It does not wait for open
// websockets. It fails if a request takes longer than ten seconds.
func (s *Server) Shutdown() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	return errors.Join(s.http.Shutdown(ctx), s.Wait())
}
