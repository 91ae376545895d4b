package cli

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// If a client is slow or silent, or sends a long header, the server closes the connection when
// the limit is reached.
func TestLimitsOfHTTP(t *testing.T) {
	const short, long = 50 * time.Millisecond, time.Hour
	// In each case one limit is the only one that can end the connection.
	for name, c := range map[string]struct {
		header, read, idle time.Duration
		sent, want         string
	}{
		"no header":         {short, long, long, "GET / HTTP/1.1\r\nHost: a\r\n", ""},
		"no body":           {long, short, long, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nbody", "400"},
		"no second request": {long, long, short, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "200"},
		"a long header":     {long, long, long, "GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 2*maxHeaderBytes) + "\r\n\r\n", "431"},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			s := newServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if _, err := io.Copy(io.Discard, r.Body); err != nil {
					w.WriteHeader(http.StatusBadRequest)
				}
			}), slog.New(slog.DiscardHandler))
			s.http.ReadHeaderTimeout, s.http.ReadTimeout, s.http.IdleTimeout = c.header, c.read, c.idle
			go s.serve(l)
			defer s.http.Close()
			conn, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
			go func() { _, _ = io.WriteString(conn, c.sent) }()
			answer, err := io.ReadAll(conn)
			if err != nil && !strings.Contains(err.Error(), "reset") {
				t.Fatalf("the connection stays open: %v", err)
			}
			if status, _, _ := strings.Cut(strings.TrimPrefix(string(answer), "HTTP/1.1 "), " "); status != c.want {
				t.Errorf("the answer is %q", answer)
			}
		})
	}
}
