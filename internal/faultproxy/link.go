package faultproxy

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

const chunkBytes = 16 << 10

// link is one connection: the client's end and the server's.
type link struct {
	proxy          *Proxy
	client, server net.Conn

	endReset atomic.Bool   // resetEnd was called: the other end must not notice
	once     sync.Once     // runs end once
	done     chan struct{} // closed when both ends are closed
}

func (l *link) run() {
	var both sync.WaitGroup
	both.Go(func() { l.carry(l.server, l.client) })
	both.Go(func() { l.carry(l.client, l.server) })
	both.Wait()
	l.end(func(c net.Conn) { _ = c.Close() })
}

// cut resets both ends.
func (l *link) cut() { l.end(reset) }

func (l *link) end(finish func(net.Conn)) {
	l.once.Do(func() {
		finish(l.client)
		finish(l.server)
		close(l.done)
	})
}

// resetEnd resets one end. The other end does not notice.
func (l *link) resetEnd(end net.Conn) {
	l.endReset.Store(true)
	reset(end)
}

// reset closes a connection with a TCP reset, as a crash does.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}

// carry copies bytes from one end to the other until the sender closes or either end is
// gone.
func (l *link) carry(to, from net.Conn) {
	data := make([]byte, chunkBytes)
	for {
		n, err := from.Read(data)
		if n > 0 {
			faults, _, _ := l.proxy.current()
			if !l.wait(faults.chunkDelay()) {
				return
			}
			if l.endReset.Load() {
				continue // discard: the peer is gone
			}
			if _, err := to.Write(data[:n]); err != nil && !l.endReset.Load() {
				l.cut()
			}
		}
		if err != nil {
			break
		}
	}
	if l.endReset.Load() || !l.wait(0) {
		return
	}
	if tcp, ok := to.(*net.TCPConn); ok {
		_ = tcp.CloseWrite()
	}
}

// wait returns after delay, or when Drop is lifted if that is later. It returns false if the
// connection is over.
func (l *link) wait(delay time.Duration) bool {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-l.done:
		return false
	}
	for {
		faults, _, changed := l.proxy.current()
		if !faults.Drop {
			return true
		}
		select {
		case <-changed:
		case <-l.done:
			return false
		}
	}
}
