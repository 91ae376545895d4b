package socket

import (
	"bytes"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/wire"
)

// connect returns both ends of a websocket over TCP. Nobody reads the hub's end.
func connect(t *testing.T, tune ...func(*Config)) (*Conn, *websocket.Conn) {
	reg := prometheus.NewRegistry()
	cfg := Config{
		FrameLimit: 4096, OutboxBytes: 1 << 24, WriteTimeout: time.Minute,
		Record: telemetry.New(slog.New(slog.DiscardHandler), reg), Registry: reg,
	}
	for _, f := range tune {
		f(&cfg)
	}
	s := NewSet(cfg)
	accepted := make(chan *Conn, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _ := s.Accept(w, r)
		accepted <- c
	}))
	peer, _, err := websocket.Dial(t.Context(), server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := <-accepted
	t.Cleanup(func() {
		_ = peer.CloseNow()
		c.Close(wire.CloseAbnormal, "")
		c.Wait()
		server.Close()
	})
	return c, peer
}

// congested reports whether bytes are queued.
func (c *Conn) congested() bool {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	return c.outbox.queued() > 0
}

// expect reads a text from the peer's end.
func expect(t *testing.T, peer *websocket.Conn, want string) {
	t.Helper()
	kind, got, err := peer.Read(t.Context())
	if err != nil || kind != websocket.MessageText || string(got) != want {
		t.Fatalf("got %.20q, error %v, want %.20q", got, err, want)
	}
}

// A peer that does not read makes no call of Send wait, and later receives every frame whole and in
// order.
func TestCongestedSocketTakesFramesLater(t *testing.T) {
	c, peer := connect(t)
	const frames = 2000
	content := func(i int) string { return fmt.Sprintf("%0*d", 5000, i) }
	for i := 0; i < frames; i += 2 {
		c.Send([]byte(content(i)), []byte(content(i+1)))
	}
	c.Send([]byte("end"))
	if !c.congested() {
		t.Error("the connection has taken everything")
	}
	for i := range frames {
		expect(t, peer, content(i))
	}
	expect(t, peer, "end")
	c.Flush()
	if c.congested() {
		t.Error("congested after Flush")
	}
}

// While nothing is congested, Send needs no goroutine. Frames of all lengths arrive, whose headers
// have different forms.
func TestSendWritesAtOnce(t *testing.T) {
	c, peer := connect(t)
	peer.SetReadLimit(-1)
	for _, n := range []int{0, 1, 125, 126, maxRecycled, math.MaxUint16, math.MaxUint16 + 1} {
		text := bytes.Repeat([]byte{'a'}, n)
		if c.Send(text, []byte("ok")); n < maxRecycled && c.congested() {
			t.Errorf("a text of %d bytes is queued", n)
		}
		expect(t, peer, string(text))
		expect(t, peer, "ok")
	}
}

// A socket whose queue is full is closed. While it is congested, the library's answers to pings do
// not wait, and are bounded too.
func TestOutboxIsBoundedInBytes(t *testing.T) {
	const limit = 1000
	c, _ := connect(t, func(cfg *Config) { cfg.OutboxBytes = limit })
	c.Send(make([]byte, 1<<24)) // of any length into an empty queue
	if c.Closed() || !c.congested() {
		t.Fatal("the long frame is not queued")
	}
	if _, err := c.network.Write([]byte("a pong")); err != errFull {
		t.Errorf("a pong into a full queue: %v", err)
	}
	if c.Send([]byte("a move")); c.CloseCode() != wire.CloseSlow {
		t.Errorf("closed with %d, want %d", c.CloseCode(), wire.CloseSlow)
	}
}

// While the connection is congested, only the last frame of SendLatest waits.
func TestLatestReplacesAnUnsentOne(t *testing.T) {
	c, peer := connect(t)
	peer.SetReadLimit(-1)
	long := string(make([]byte, 1<<23))
	c.Send([]byte(long))
	c.SendLatest([]byte("here 1"))
	c.Send([]byte("a move"))
	c.SendLatest([]byte("here 2"))
	for _, want := range []string{long, "a move", "here 2"} {
		expect(t, peer, want)
	}
	c.Flush()
	c.SendLatest([]byte("here 3"))
	expect(t, peer, "here 3")
}

// A peer that does not read is closed after the timeout.
func TestWriteToASilentPeerEnds(t *testing.T) {
	c, _ := connect(t, func(cfg *Config) { cfg.WriteTimeout = time.Millisecond })
	c.Send(make([]byte, 1<<24))
	c.Flush()
	if c.CloseCode() != wire.CloseAbnormal {
		t.Errorf("closed with %d, want %d", c.CloseCode(), wire.CloseAbnormal)
	}
}

// A connection that cannot be written without waiting, as one with TLS, is written by a goroutine.
func TestConnectionThatMayWait(t *testing.T) {
	c, peer := connect(t)
	c.outbox.raw = nil
	for i := range 100 {
		c.Send([]byte(fmt.Sprint("a move ", i)))
	}
	for i := range 100 {
		expect(t, peer, fmt.Sprint("a move ", i))
	}
}
