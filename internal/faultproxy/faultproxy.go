// Package faultproxy is a TCP proxy that breaks connections on purpose, for
// tests.
//
// It promises:
//
//   - What it delivers is what was sent, in order, with nothing in between: TCP
//     allows a network to be late or to end, not to lie. There is no duplication
//     of bytes for the same reason; what arrives twice in life is a command that
//     its sender repeats on a new connection.
//   - A fault takes effect on the connections that are open, too, and is over
//     when it is lifted.
//   - When Close has returned, no connection and no goroutine of it is left.
//
// Shopify's toxiproxy (github.com/Shopify/toxiproxy/v2) is no substitute: it cannot reset
// one end of an open connection and leave the other, and it throws away what it holds
// back, where this one delivers it late, as TCP does. It is also ten times the code.
//
// How it works: each direction of a connection has one goroutine that reads and
// one that delivers. Between them waits what was read, each chunk with the
// moment from which it may go on.
package faultproxy

import (
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// RetransmitDelay is how much later a chunk arrives that Faults.Loss has hit:
// the least time after which Linux sends a packet again (TCP_RTO_MIN).
const RetransmitDelay = 200 * time.Millisecond

const dialTimeout = 2 * time.Second

// Faults is what the network does to every connection. The zero value is a good
// network.
type Faults struct {
	Delay  time.Duration // each chunk arrives so much later, in each direction
	Jitter time.Duration // and up to that much more, at random
	Loss   float64       // the share of chunks that arrive RetransmitDelay later, 0 to 1

	// Drop: nothing arrives any more, in either direction, and nobody is told. New
	// connections are accepted, as by a host behind a dead line with a proxy before
	// it, and hear nothing. What was sent arrives when it is lifted.
	Drop bool

	// Refuse: new connections are reset at once. Open ones stay.
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
	changed chan struct{} // closed when faults change, and replaced
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

// Addr is where to connect, host:port.
func (p *Proxy) Addr() string { return p.addr }

// Set replaces the faults.
func (p *Proxy) Set(f Faults) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = f
	close(p.changed)
	p.changed = make(chan struct{})
}

// Target has new connections go elsewhere. Open ones stay.
func (p *Proxy) Target(addr string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = addr
}

// Open returns how many connections are open.
func (p *Proxy) Open() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.links)
}

// Carried returns how many connections there have been, refused ones not counted.
func (p *Proxy) Carried() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.carried
}

// Cut resets each connection with this probability, at both ends. It returns
// how many those were.
func (p *Proxy) Cut(share float64) int {
	return p.each(share, (*link).cut)
}

// HalfOpen ends each connection with this probability as the crash of one
// machine does: the server's end is reset, and the client is told nothing. It
// returns how many those were.
func (p *Proxy) HalfOpen(share float64) int {
	return p.each(share, func(l *link) { l.halve(l.server) })
}

// HalfDead is HalfOpen the other way round: the client's end is reset, and the
// server is told nothing.
func (p *Proxy) HalfDead(share float64) int {
	return p.each(share, func(l *link) { l.halve(l.client) })
}

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

// Close ends everything and waits for it.
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

// serve is the whole life of one connection.
func (p *Proxy) serve(client net.Conn) {
	f, target, _ := p.now()
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

// now returns the faults, the target, and what is closed when the faults change.
func (p *Proxy) now() (Faults, string, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.faults, p.target, p.changed
}

// lateness returns how much later a chunk arrives.
func (f Faults) lateness() time.Duration {
	d := f.Delay
	if f.Jitter > 0 {
		d += rand.N(f.Jitter)
	}
	if rand.Float64() < f.Loss {
		d += RetransmitDelay
	}
	return d
}
