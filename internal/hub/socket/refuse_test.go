package socket

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/wire"
)

// Refuse opens at most maxRefused sockets at a time, and closes each after refuseTimeout even
// if its client never answers.
func TestRefusedSocketsAreFew(t *testing.T) {
	reg := prometheus.NewRegistry()
	s := NewSet(Config{Record: telemetry.New(slog.New(slog.DiscardHandler), reg), Registry: reg, WriteTimeout: time.Minute})
	refused := make(chan bool, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ok := s.Refuse(w, r, wire.CloseTooMany, "too many")
		if refused <- ok; !ok {
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()

	silent, _, err := websocket.Dial(ctx, server.URL, nil) // it does not read, so it does not answer
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.CloseNow() }()
	select {
	case ok := <-refused:
		if !ok || len(s.refused) != 0 {
			t.Errorf("Refuse returned %v, want true; sockets still open: %d", ok, len(s.refused))
		}
	case <-time.After(4 * refuseTimeout): // the library alone would wait for 5 s
		t.Error("a socket whose client does not answer stays open")
	}
	for range maxRefused {
		s.refused <- struct{}{}
	}
	_, resp, err := websocket.Dial(ctx, server.URL, nil)
	if err == nil || resp == nil || resp.StatusCode != http.StatusTooManyRequests || <-refused {
		t.Errorf("a socket beyond maxRefused: %v, want status 429", err)
	}
}
