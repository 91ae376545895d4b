package socket

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/wire"
)

// connect returns both ends of a websocket over TCP. Nobody reads the hub's end.
func connect(t *testing.T) (*Conn, *websocket.Conn) {
	reg, tasks := prometheus.NewRegistry(), lifecycle.New()
	s := NewSet(Config{
		FrameLimit: 4096, OutboxBytes: 1 << 24, WriteTimeout: time.Minute,
		Tasks: tasks, Record: telemetry.New(slog.New(slog.DiscardHandler), reg), Registry: reg,
	})
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
		tasks.Stop()
	})
	return c, peer
}

// awaitCongestion returns when a goroutine waits for the connection, or is about to.
func awaitCongestion(c *Conn) {
	for c.buffer.mu.TryLock() {
		c.buffer.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
}

// A peer that does not read makes no call of SendNow or ping wait, and later receives every frame
// whole and in order.
func TestCongestedSocketTakesFramesLater(t *testing.T) {
	c, peer := connect(t)
	const frames = 2000
	content := func(i int) string { return fmt.Sprintf("%0*d", 5000, i) }
	for i := range frames {
		switch i % 3 {
		case 0:
			c.Hold([]byte(content(i)), nil)
		case 1:
			c.SendNow([]byte(content(i)), nil)
		default:
			c.Send([]byte(content(i)))
		}
		if i%100 == 0 {
			c.pinged.Store(0) // as if the peer had answered
			c.ping()
		}
	}
	c.SendNow([]byte("end"), nil)
	awaitCongestion(c)
	for i := range frames {
		if _, frame, err := peer.Read(t.Context()); err != nil || string(frame) != content(i) {
			t.Fatalf("frame %d: %.20q, error %v", i, frame, err)
		}
	}
	if _, frame, err := peer.Read(t.Context()); err != nil || string(frame) != "end" {
		t.Errorf("the last frame: %.20q, error %v", frame, err)
	}
}

// While nothing is congested, SendNow needs no goroutine, and calls written before it returns.
func TestSendNowWritesAtOnce(t *testing.T) {
	c, peer := connect(t)
	written := false
	c.Hold([]byte("a move"), func() { written = true })
	if written {
		t.Error("Hold has written the frame")
	}
	c.SendNow([]byte("ok"), nil)
	if !written || c.set.writers.Idle() != 0 {
		t.Errorf("written: %v, want true; %d goroutines have sent, want 0", written, c.set.writers.Idle())
	}
	for _, want := range []string{"a move", "ok"} {
		if _, frame, err := peer.Read(t.Context()); err != nil || string(frame) != want {
			t.Errorf("got %q, error %v, want %q", frame, err, want)
		}
	}
}

// A goroutine that waits for a congested connection, as one that answers a ping may, does not
// make SendNow wait.
func TestSendNowDoesNotWaitForAnotherWriter(t *testing.T) {
	c, _ := connect(t)
	go func() { _, _ = c.buffer.Write(make([]byte, 1<<22)) }()
	awaitCongestion(c)
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		c.SendNow([]byte("a move"), nil)
	}()
	select {
	case <-sent:
	case <-time.After(10 * time.Second):
		t.Error("SendNow waits")
	}
}
