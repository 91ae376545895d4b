package faultproxy_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/faultproxy"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echo is a server behind a proxy that sends back what it receives.
type echo struct {
	*faultproxy.Proxy
	ended chan error // of each connection: how the server saw it end
}

func start(t *testing.T) *echo {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p, err := faultproxy.New(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	e := &echo{Proxy: p, ended: make(chan error, 16)}
	var work sync.WaitGroup
	work.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			work.Go(func() {
				_, err := io.Copy(c, c)
				_ = c.Close()
				e.ended <- err
			})
		}
	})
	t.Cleanup(func() {
		if err := errors.Join(p.Close(), l.Close()); err != nil {
			t.Error(err)
		}
		work.Wait()
	})
	return e
}

func (e *echo) dial(t *testing.T) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", e.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c.(*net.TCPConn)
}

// say writes a word and reads the echo.
func say(t *testing.T, c net.Conn, word string) {
	t.Helper()
	if _, err := io.WriteString(c, word); err != nil {
		t.Fatal(err)
	}
	hear(t, c, word)
}

func hear(t *testing.T, c net.Conn, word string) {
	t.Helper()
	got := make([]byte, len(word))
	if _, err := io.ReadFull(c, got); err != nil || string(got) != word {
		t.Fatalf("heard %q, %v; want %q", got, err, word)
	}
}

// silent reports whether nothing arrives for 50 ms.
func silent(t *testing.T, c net.Conn) bool {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	defer func() { _ = c.SetReadDeadline(time.Time{}) }()
	_, err := c.Read(make([]byte, 1))
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// refused reports whether a new connection is reset, while it is made or when it
// is read.
func refused(e *echo) bool {
	c, err := net.Dial("tcp", e.Addr())
	if err != nil {
		return true
	}
	defer c.Close()
	_, err = c.Read(make([]byte, 1))
	return err != nil
}

// The proxy delivers the bytes that were sent, in order, however late the chunks are.
func TestDeliversInOrder(t *testing.T) {
	e := start(t)
	e.Set(faultproxy.Faults{Delay: time.Millisecond, Jitter: 3 * time.Millisecond, Loss: 0.02})
	c := e.dial(t)
	sent := make([]byte, 1<<20)
	_, _ = rand.Read(sent)
	var writer sync.WaitGroup
	writer.Go(func() {
		_, err := c.Write(sent)
		if err := errors.Join(err, c.CloseWrite()); err != nil {
			t.Error(err)
		}
	})
	got, err := io.ReadAll(c) // to the end of the stream, which the proxy passes on too
	writer.Wait()
	if err != nil || !bytes.Equal(got, sent) {
		t.Fatalf("%d bytes of %d, %v", len(got), len(sent), err)
	}
}

func TestDelays(t *testing.T) {
	e := start(t)
	c := e.dial(t)
	const delay = 20 * time.Millisecond
	e.Set(faultproxy.Faults{Delay: delay})
	begin := time.Now()
	say(t, c, "hello")
	if took := time.Since(begin); took < 2*delay {
		t.Errorf("there and back in %v", took)
	}
}

func TestDropHoldsBack(t *testing.T) {
	e := start(t)
	c := e.dial(t)
	say(t, c, "before")
	e.Set(faultproxy.Faults{Drop: true})
	if _, err := io.WriteString(c, "during"); err != nil {
		t.Fatal(err)
	}
	late := e.dial(t)
	if _, err := io.WriteString(late, "new"); err != nil {
		t.Fatal(err)
	}
	if !silent(t, c) || !silent(t, late) {
		t.Error("something came through")
	}
	e.Set(faultproxy.Faults{})
	hear(t, c, "during")
	hear(t, late, "new")
}

func TestRefuse(t *testing.T) {
	e := start(t)
	c := e.dial(t)
	say(t, c, "a")
	e.Set(faultproxy.Faults{Refuse: true})
	if !refused(e) {
		t.Error("a new connection is open")
	}
	say(t, c, "b")
}

func TestCut(t *testing.T) {
	e := start(t)
	c := e.dial(t)
	say(t, c, "a")
	if n := e.Cut(1); n != 1 {
		t.Fatalf("cut %d", n)
	}
	if _, err := c.Read(make([]byte, 1)); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("the client sees %v, not a reset", err)
	}
	if err := <-e.ended; err == nil {
		t.Error("the server sees a normal close")
	}
	say(t, e.dial(t), "again")
	if n := e.Cut(0); n != 0 {
		t.Errorf("cut %d", n)
	}
}

func TestHalfOpen(t *testing.T) {
	e := start(t)
	c := e.dial(t)
	say(t, c, "a")
	if n := e.HalfOpen(1); n != 1 {
		t.Fatalf("reset one end of %d connections", n)
	}
	if err := <-e.ended; err == nil {
		t.Error("the server sees a normal close")
	}
	if _, err := io.WriteString(c, "anybody?"); err != nil || !silent(t, c) {
		t.Errorf("the client has noticed: %v", err)
	}
}

func TestHalfDead(t *testing.T) {
	e := start(t)
	c := e.dial(t)
	say(t, c, "a")
	e.HalfDead(1)
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("the client has not noticed")
	}
	select {
	case err := <-e.ended:
		t.Errorf("the server has noticed: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
}

func TestTarget(t *testing.T) {
	e, other := start(t), start(t)
	other.Set(faultproxy.Faults{Refuse: true})
	e.Target(other.Addr())
	if !refused(e) {
		t.Error("still the old target")
	}
	other.Set(faultproxy.Faults{})
	say(t, e.dial(t), "here")
	if e.Open() == 0 || other.Carried() == 0 {
		t.Errorf("%d connections are open, %d reached the new target", e.Open(), other.Carried())
	}
}
