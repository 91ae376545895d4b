package rooms

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// The tests of this package run Rooms on a real store, with sockets in memory. The tests of
// package hub run them with HTTP and websockets.

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// served holds Rooms that are running.
type served struct {
	t     *testing.T
	rooms *Rooms
	stop  func() // ends them and waits; the first call counts
	conns atomic.Int64
}

func serve(t *testing.T, name string, store Store, tune ...func(*Config)) *served {
	t.Helper()
	s := serveUnstarted(t, name, store, tune...)
	s.rooms.Start()
	return s
}

// serveUnstarted is serve without Start: only what the test calls happens.
func serveUnstarted(t *testing.T, name string, store Store, tune ...func(*Config)) *served {
	t.Helper()
	reg := prometheus.NewRegistry()
	cfg := Config{
		Store: store, Holder: name, Tasks: lifecycle.New(), Registry: reg, Now: time.Now,
		Record: telemetry.New(slog.New(slog.DiscardHandler), reg),
	}
	for _, f := range tune {
		f(&cfg)
	}
	cfg.Executor = play.Executor{Log: store, Now: cfg.Now}
	rs := New(cfg)
	stop := sync.OnceFunc(func() {
		cfg.Tasks.Drain()
		rs.Drain()
		cfg.Tasks.Stop()
	})
	t.Cleanup(stop)
	return &served{t: t, rooms: rs, stop: stop}
}

// withClock gives Rooms a clock.
func withClock(clock *clocktest.Clock) func(*Config) {
	return func(cfg *Config) { cfg.Now = clock.Now }
}

// create opens a room for two people.
func (s *served) create(player string) room.ID {
	s.t.Helper()
	return s.createWith("room", player, room.Create{})
}

// createWith creates a room.
func (s *served) createWith(id room.ID, player string, do room.Create) room.ID {
	s.t.Helper()
	do.Variant, do.First = "connect4:7x6:4", 1
	id = room.ID(fmt.Sprintf("%s-%s", id, player))
	c := room.Command{ID: "c0", By: room.PlayerID(player), Do: do}
	if _, err := s.rooms.ExecutorFor(nil).Play(hubtest.Context(s.t), play.NewReplica(id), c); err != nil {
		s.t.Fatal(err)
	}
	return id
}

// open joins a room and reads the welcome and all entries.
func (s *served) open(player string, id room.ID) *hubtest.Client { return s.resume(player, id, nil) }

// resume joins with entries seen before.
func (s *served) resume(player string, id room.ID, seen []room.Entry) *hubtest.Client {
	s.t.Helper()
	visit := Visit{Room: id, Player: room.PlayerID(player)}
	if n := len(seen); n > 0 {
		visit.After = Cursor{seen[n-1].N, seen[n-1].Digest}
	}
	c := hubtest.NewClient(s.t, s.dial(visit), player)
	c.Welcome(seen)
	return c
}

// dial opens a socket and returns the client's end.
func (s *served) dial(visit Visit) clientEnd {
	p := newPipe(fmt.Sprintf("%s-%d", s.rooms.cfg.Holder, s.conns.Add(1)))
	s.rooms.cfg.Tasks.Go(func() { s.rooms.Serve(p, visit) })
	s.t.Cleanup(func() { p.Close(wire.CloseAbnormal, "") })
	return clientEnd{p, new([][]byte)}
}

// find returns a room that is open; nil if it is not.
func (s *served) find(id room.ID) *Room { return s.rooms.registry.find(id) }

// seated opens a room for two and seats them, through one hub each.
func seated(t *testing.T, one, two *served) (id room.ID, ana, bob *hubtest.Client) {
	t.Helper()
	id = one.create("ana")
	ana, bob = one.open("ana", id), two.open("bob", id)
	bob.Must("sit", hubtest.Object{"name": "Bob"})
	ana.Follow(2)
	one.awaitAnnounced(id)
	two.awaitAnnounced(id)
	return id, ana, bob
}

// awaitAnnounced waits until all connections of this hub to the room are announced. Until then
// they count as newer than connections to other hubs.
func (s *served) awaitAnnounced(id room.ID) {
	s.t.Helper()
	hubtest.Await(s.t, "everybody to be announced", func() bool {
		r := s.find(id)
		r.mu.Lock()
		defer r.mu.Unlock()
		for v := range r.visitors {
			if !v.announced && !v.socket.Closed() {
				return false
			}
		}
		return true
	})
}

// pipe is both ends of a socket: a Socket for Rooms and a hubtest.Conn for the client.
type pipe struct {
	id        string
	fromPeer  chan []byte
	ended     chan struct{}
	roundTrip atomic.Int64
	silence   atomic.Int64

	mu     sync.Mutex
	queued [][]byte
	more   chan struct{} // holds a value if queued is not empty
	taken  sync.Cond     // queued has been taken, or code is set; its lock is mu
	code   wire.CloseCode
}

var (
	_ Socket       = (*pipe)(nil)
	_ hubtest.Conn = clientEnd{}
)

func newPipe(id string) *pipe {
	p := &pipe{id: id, fromPeer: make(chan []byte), ended: make(chan struct{}), more: make(chan struct{}, 1)}
	p.taken.L = &p.mu
	return p
}

func (p *pipe) ID() string { return p.id }

func (p *pipe) Serve(handle func(frame []byte)) {
	defer func() {
		if recover() != nil {
			p.Close(wire.CloseInternal, wire.PanicReason)
		}
	}()
	for {
		select {
		case frame := <-p.fromPeer:
			handle(frame)
		case <-p.ended:
			return
		}
	}
}

func (p *pipe) Send(frames ...[]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.code != 0 {
		return
	}
	p.queued = append(p.queued, frames...)
	p.wake()
}

func (p *pipe) SendLatest(frame []byte) { p.Send(frame) }

func (p *pipe) Flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queued) > 0 && p.code == 0 {
		p.taken.Wait()
	}
}

func (p *pipe) Close(code wire.CloseCode, _ string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.code == 0 {
		p.code = code
		close(p.ended)
		p.wake()
		p.taken.Broadcast()
	}
}

func (p *pipe) wake() {
	select {
	case p.more <- struct{}{}:
	default:
	}
}

func (p *pipe) Closed() bool { return p.CloseCode() != 0 }

func (p *pipe) CloseCode() wire.CloseCode {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code
}

func (p *pipe) RoundTrip() time.Duration { return time.Duration(p.roundTrip.Load()) }

func (p *pipe) Silence(time.Duration) time.Duration { return time.Duration(p.silence.Load()) }

// count returns how many frames are queued.
func (p *pipe) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.queued)
}

// take returns the queued frames, and how the pipe ended.
func (p *pipe) take() ([][]byte, wire.CloseCode) {
	p.mu.Lock()
	defer p.mu.Unlock()
	frames := p.queued
	p.queued = nil
	p.taken.Broadcast()
	return frames, p.code
}

// clientEnd is the client's end of a pipe.
type clientEnd struct {
	*pipe
	read *[][]byte
}

func (c clientEnd) Read(ctx context.Context) ([]byte, error) {
	for {
		if len(*c.read) > 0 {
			frame := (*c.read)[0]
			*c.read = (*c.read)[1:]
			return frame, nil
		}
		frames, code := c.take()
		switch *c.read = frames; {
		case len(frames) > 0:
		case code != 0:
			return nil, &hubtest.Closed{Code: code}
		default:
			select {
			case <-c.more:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	}
}

func (c clientEnd) Write(ctx context.Context, frame []byte) error {
	select {
	case c.fromPeer <- frame:
		return nil
	case <-c.ended:
		return &hubtest.Closed{Code: c.CloseCode()}
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c clientEnd) Close(code wire.CloseCode) error {
	c.pipe.Close(code, "")
	return nil
}

func (c clientEnd) CloseNow() error { return c.Close(wire.CloseAbnormal) }

// counter returns a counter without labels.
func (s *served) counter(name string) (n float64) {
	s.t.Helper()
	families, err := s.rooms.cfg.Registry.(*prometheus.Registry).Gather()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.Metric {
			if f.GetName() == name {
				n += m.Counter.GetValue()
			}
		}
	}
	return n
}
