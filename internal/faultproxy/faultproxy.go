// Package faultproxy is a TCP proxy for tests that breaks connections on purpose.
//
// It promises:
//
//   - It delivers the bytes that were sent, in order, without gaps or repeats. Under TCP a
//     network can be slow or fail, but not change the stream.
//   - A fault, except Refuse, also affects open connections. It ends when it is lifted.
//   - After Close, no connection and no goroutine is left.
//
// Shopify's toxiproxy (github.com/Shopify/toxiproxy/v2) is no substitute: it cannot reset
// one end of an open connection and keep the other end open. It discards data that it holds
// back, but TCP delivers such data late. It also has ten times as much code.
//
// How it works: each direction of a connection has one goroutine. It delivers each chunk before
// it reads the next one, so what is sent during a delay waits in the buffers of the system.
package faultproxy

import (
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// RetransmitDelay is the extra delay of a chunk that Faults.Loss has hit: the shortest time
// after which Linux retransmits a packet (TCP_RTO_MIN).
const RetransmitDelay = 200 * time.Millisecond

const dialTimeout = 2 * time.Second

// Faults says how the network behaves on every connection. The zero value is a healthy
// network.
type Faults struct {
	Delay  time.Duration // of each chunk, in each direction
	Jitter time.Duration // upper bound of a random delay on top
	Loss   float64       // the share of chunks that arrive RetransmitDelay later, 0 to 1

	// Drop holds back all data in both directions without an error. New connections are
	// accepted. The data arrives when Drop is lifted.
	Drop bool

	// Refuse resets new connections at once. Open ones stay.
	Refuse bool
}

// Proxy forwards connections to one address. Its methods are safe for concurrent
// use.
type Proxy struct {
	addr     string
	listener net.Listener
	work     sync.WaitGroup

	mu      sync.Mutex
	target  string
	faults  Faults
	changed chan struct{} // closed and replaced when the faults change
	links   map[*link]bool
	carried int // connections so far
	closed  bool
}

// New starts a proxy on a free port of the loopback interface.
func New(target string) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{
		addr: l.Addr().String(), listener: l, target: target,
		changed: make(chan struct{}), links: map[*link]bool{},
	}
	p.work.Go(p.accept)
	return p, nil
}

// Addr returns the address that clients connect to, as host:port.
func (p *Proxy) Addr() string { return p.addr }

// Set replaces the faults.
func (p *Proxy) Set(f Faults) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = f
	close(p.changed)
	p.changed = make(chan struct{})
}

// Target changes the address for new connections. Open ones stay.
func (p *Proxy) Target(addr string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = addr
}

// Open returns the number of open connections.
func (p *Proxy) Open() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.links)
}

// Carried returns the number of connections so far, without refused ones.
func (p *Proxy) Carried() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.carried
}

// Cut resets connections at both ends. It chooses each connection with the probability share,
// and returns how many it has reset.
func (p *Proxy) Cut(share float64) int {
	return p.each(share, (*link).cut)
}

// HalfOpen resets the server's end of connections that it chooses as Cut does. The client is
// not notified, as when a machine crashes. HalfOpen returns how many it has reset.
func (p *Proxy) HalfOpen(share float64) int {
	return p.each(share, func(l *link) { l.resetEnd(l.server) })
}

// HalfDead resets the client's end of connections that it chooses as Cut does. The server is
// not notified. HalfDead returns how many it has reset.
func (p *Proxy) HalfDead(share float64) int {
	return p.each(share, func(l *link) { l.resetEnd(l.client) })
}

// each calls f with each link, with the probability share, and returns how often it did.
func (p *Proxy) each(share float64, f func(*link)) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		if rand.Float64() < share {
			f(l)
			n++
		}
	}
	return n
}

// Close resets all connections and waits until they are gone.
func (p *Proxy) Close() error {
	p.mu.Lock()
	p.closed = true
	err := p.listener.Close()
	for l := range p.links {
		l.cut()
	}
	p.mu.Unlock()
	p.work.Wait()
	return err
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // closed
		}
		p.work.Go(func() { p.serve(client) })
	}
}

// serve handles one connection until it ends.
func (p *Proxy) serve(client net.Conn) {
	f, target, _ := p.current()
	if f.Refuse {
		reset(client)
		return
	}
	server, err := net.DialTimeout("tcp", target, dialTimeout)
	if err != nil {
		reset(client)
		return
	}
	l := &link{proxy: p, client: client, server: server, done: make(chan struct{})}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		l.cut()
		return
	}
	p.links[l] = true
	p.carried++
	p.mu.Unlock()
	l.run()
	p.mu.Lock()
	delete(p.links, l)
	p.mu.Unlock()
}

// current returns the faults, the target, and a channel that is closed when the faults change.
func (p *Proxy) current() (Faults, string, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.faults, p.target, p.changed
}

// chunkDelay returns the delay of one chunk.
func (f Faults) chunkDelay() time.Duration {
	d := f.Delay
	if f.Jitter > 0 {
		d += rand.N(f.Jitter)
	}
	if rand.Float64() < f.Loss {
		d += RetransmitDelay
	}
	return d
}
