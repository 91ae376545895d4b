package socket

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

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

// acceptPipe returns a socket and its peer's end, for tests in a bubble.
func acceptPipe(t *testing.T) (*Conn, net.Conn) {
	reg := prometheus.NewRegistry()
	s := NewSet(Config{
		FrameLimit: 4096, OutboxBytes: 1 << 16, WriteTimeout: time.Minute,
		Record: telemetry.New(slog.New(slog.DiscardHandler), reg), Registry: reg,
	})
	conn, peer := net.Pipe()
	r := httptest.NewRequest("GET", "/", nil)
	r.Header = http.Header{
		"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"},
		"Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="},
	}
	c, status := s.Accept(hijacked{httptest.NewRecorder(), conn}, r)
	if c == nil {
		t.Fatalf("status %d", status)
	}
	return c, peer
}

// A socket whose peer reads but never answers a ping is closed after pingTimeout.
func TestSilentPeerIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, peer := acceptPipe(t)
		go func() { _, _ = io.Copy(io.Discard, peer) }()
		begin := time.Now()
		c.Serve(func([]byte) {})
		if took := time.Since(begin); took != pingTimeout || c.CloseCode() != wire.CloseAbnormal {
			t.Errorf("closed with %d after %v, want %d after %v", c.CloseCode(), took, wire.CloseAbnormal, pingTimeout)
		}
		c.Wait()
	})
}

// A socket is pinged at the beginning, at the first check, and later when it was silent for
// pingInterval or its round trip was asked for.
func TestOnlySilentSocketsArePinged(t *testing.T) {
	for name, test := range map[string]struct {
		sendEvery, measureEvery time.Duration
		want                    int // in the ten minutes after the first check
	}{
		"silent":                {time.Hour, time.Hour, 20},
		"sends":                 {pingInterval / 3, time.Hour, 0},
		"sends and is measured": {pingInterval / 3, pingInterval / 3, 20},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, peer := acceptPipe(t)
				var pings atomic.Int64
				go answerPings(peer, &pings)
				go c.Serve(func([]byte) {})
				go repeat(c, test.sendEvery, func() { _, _ = peer.Write([]byte{0x81, 0x80, 0, 0, 0, 0}) }) // an empty text
				go repeat(c, test.measureEvery, func() { c.RoundTrip() })
				time.Sleep(pingInterval) // the first check comes within it, the second at least as long after the first
				synctest.Wait()
				if pings.Load() != 2 && test.measureEvery > pingInterval {
					t.Errorf("%d pings until the first check, want 2", pings.Load())
				}
				before := int(pings.Load())
				time.Sleep(10 * time.Minute)
				synctest.Wait()
				if got := int(pings.Load()) - before; got < test.want-1 || got > test.want+1 {
					t.Errorf("%d pings, want %d", got, test.want)
				}
				c.Close(wire.CloseAbnormal, "")
				c.Wait()
				time.Sleep(2 * time.Hour) // until repeat has ended
			})
		})
	}
}

// A silent peer is pinged once until it answers, and its answer ends the silence.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, peer := acceptPipe(t)
		var pings atomic.Int64
		go answerPings(peer, &pings)
		go c.Serve(func([]byte) {})
		time.Sleep(pingInterval)
		synctest.Wait()
		before := pings.Load()
		time.Sleep(time.Second)
		silence := c.Silence(time.Hour)
		synctest.Wait()
		if silence < time.Second || pings.Load() != before {
			t.Errorf("silent for %v, %d pings", silence, pings.Load()-before)
		}
		c.Silence(time.Second)
		c.Silence(time.Second)
		synctest.Wait()
		if silence := c.Silence(time.Second); silence != 0 || pings.Load() != before+1 {
			t.Errorf("silent for %v after the answer to %d pings, want one", silence, pings.Load()-before)
		}
		c.Close(wire.CloseAbnormal, "")
		c.Wait()
		c.Silence(0)
		synctest.Wait()
		if pings.Load() != before+1 {
			t.Error("a closed socket was pinged")
		}
	})
}

// answerPings counts the hub's pings and answers them, masked as RFC 6455 asks of a client.
func answerPings(peer net.Conn, pings *atomic.Int64) {
	header := make([]byte, 2)
	for {
		if _, err := io.ReadFull(peer, header); err != nil {
			return
		}
		payload := make([]byte, header[1])
		if _, err := io.ReadFull(peer, payload); err != nil {
			return
		}
		if header[0] == 0x89 {
			pings.Add(1)
			_, _ = peer.Write(append([]byte{0x8A, 0x80 | header[1], 0, 0, 0, 0}, payload...))
		}
	}
}

// repeat calls f at intervals until c has ended.
func repeat(c *Conn, interval time.Duration, f func()) {
	for time.Sleep(interval); !c.Closed(); time.Sleep(interval) {
		f()
	}
}

// The answer to a ping gives the round trip.
func TestPingMeasuresTheRoundTrip(t *testing.T) {
	c, peer := connect(t)
	go func() { _, _, _ = peer.Read(context.Background()) }() // answers pings
	go c.read(func([]byte) {})
	if c.ping(); c.RoundTrip() == 0 || c.Closed() {
		t.Errorf("round trip %v, closed: %v", c.RoundTrip(), c.Closed())
	}
}
