package socket

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/wire"
)

// hijacked is an http.ResponseWriter on a connection of the test.
type hijacked struct {
	*httptest.ResponseRecorder
	conn net.Conn
}

func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.conn, bufio.NewReadWriter(bufio.NewReader(h.conn), bufio.NewWriter(h.conn)), nil
}

// A socket whose peer reads but never answers a ping is closed after pingTimeout, at the latest
// with the next ping.
func TestSilentPeerIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg, tasks := prometheus.NewRegistry(), lifecycle.New()
		s := NewSet(Config{
			FrameLimit: 4096, OutboxBytes: 1 << 16, WriteTimeout: time.Minute,
			Tasks: tasks, Record: telemetry.New(slog.New(slog.DiscardHandler), reg), Registry: reg,
		})
		conn, peer := net.Pipe()
		go func() { _, _ = io.Copy(io.Discard, peer) }()
		r := httptest.NewRequest("GET", "/", nil)
		r.Header = http.Header{
			"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"},
			"Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="},
		}
		c, status := s.Accept(hijacked{httptest.NewRecorder(), conn}, r)
		if c == nil {
			t.Fatalf("status %d", status)
		}
		tasks.Go(s.PingLoop)
		begin := time.Now()
		c.Serve(func([]byte) {})
		if took := time.Since(begin); took < pingTimeout || took > pingInterval || c.CloseCode() != wire.CloseAbnormal {
			t.Errorf("closed with %d after %v, want %d after %v to %v", c.CloseCode(), took, wire.CloseAbnormal, pingTimeout, pingInterval)
		}
		c.Wait()
		tasks.Stop()
	})
}

// A socket is pinged when it was silent for pingInterval. While its round trip is asked for, it is
// pinged at each check, and at the latest after pingInterval.
func TestOnlySilentSocketsArePinged(t *testing.T) {
	c, _ := connect(t)
	step := c.set.step.Add(1000)
	c.hear()
	for _, check := range []struct {
		silent, after int64
		measure       bool
		pinged        bool
	}{
		{silent: 1, after: intervalSteps - 1},
		{silent: intervalSteps - 1, after: 1},
		{silent: 1, measure: true, after: timeoutSteps, pinged: true},
		{silent: 2, after: intervalSteps - 2},
		{silent: intervalSteps, after: timeoutSteps, pinged: true},
	} {
		if check.measure {
			c.RoundTrip()
		}
		if after := c.check(step + check.silent); after != check.after || (c.pinged.Load() != 0) != check.pinged {
			t.Errorf("%+v: pinged %v, next check after %d", check, c.pinged.Load() != 0, after)
		}
		c.pinged.Store(0)
	}
	c.Close(wire.CloseNormal, "")
	if after := c.check(step); after != 0 {
		t.Errorf("a closed socket is checked again after %d steps", after)
	}
}

// A ping needs no goroutine. Its answer gives the round trip, and no other pong does.
func TestPingMeasuresTheRoundTrip(t *testing.T) {
	c, peer := connect(t)
	go func() { _, _, _ = peer.Read(context.Background()) }() // answers pings
	c.ping()
	if n := c.set.writers.Idle(); c.pinged.Load() == 0 || n != 0 {
		t.Errorf("%d goroutines have sent the ping, want 0", n)
	}
	c.pong(t.Context(), []byte("12345678"))
	c.pong(t.Context(), nil)
	if c.RoundTrip() != 0 {
		t.Error("any pong counts as the answer")
	}
	go c.read(func([]byte) {})
	for c.RoundTrip() == 0 {
		time.Sleep(time.Millisecond)
	}
	if c.pinged.Load() != 0 {
		t.Error("the ping still waits for its answer")
	}
}
