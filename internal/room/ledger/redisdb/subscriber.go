package redisdb

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/pool"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/mailbox"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// pingInterval is the time between two pings of a connection that waits for messages.
	// silenceLimit is how long it may receive nothing before it counts as broken.
	pingInterval = time.Second
	silenceLimit = 4 * time.Second

	// confirmTimeout is how long a watch waits for Redis to confirm it.
	confirmTimeout = 3 * time.Second
)

// lost is received in place of payloads that may be missing. Nobody publishes an empty payload.
const lost = ""

var errUnconfirmed = fmt.Errorf("redisdb: Redis did not confirm a subscription in time: %w", storage.ErrUnavailable)

// subscriber shares one connection among the watches of channels that are on one server. It has no
// connection before the first watch.
//
// Watches change the set of wanted channels. One goroutine of the connection subscribes to them and
// unsubscribes from the others (connection.go). Each watch has a mailbox of its own. The mailboxes
// share the goroutines of a pool, whose stacks have grown already.
type subscriber struct {
	client       redis.UniversalClient
	ping, silent time.Duration
	ctx          context.Context // ends when close begins
	cancel       context.CancelFunc
	tasks        sync.WaitGroup     // the goroutines of run and of calls
	calls        *pool.Pool[func()] // call watchers
	changed      chan struct{}      // holds a token while the connection does not know of a change in stale

	// Guarded by mu.
	mu       sync.Mutex
	running  bool // run was started
	channels map[string]*channel
	stale    map[string]*channel // those for which a request may be due
}

// channel is a channel that has watches, or for which the connection has sent a request. The
// subscriber's mu guards its fields.
type channel struct {
	watches []*watch
	asked   bool // the connection's last request was to subscribe
	pending int  // requests of the connection that have no answer yet
}

func (c *channel) subscribed() bool { return c.asked && c.pending == 0 }

// watch is one call of Watch.
type watch struct {
	box *mailbox.Box[string]

	// ready receives nil when the subscription is confirmed, or the error of the connection. It is
	// nil afterwards. The subscriber's mu guards it.
	ready chan error
}

// answer ends the wait of a watch. It reports false if the watch did not wait any more.
func (w *watch) answer(err error) bool {
	if w.ready == nil {
		return false
	}
	w.ready <- err // has room for the only answer
	w.ready = nil
	return true
}

func newSubscriber(ctx context.Context, client redis.UniversalClient, ping, silent time.Duration) *subscriber {
	s := &subscriber{
		client: client, ping: ping, silent: silent,
		changed:  make(chan struct{}, 1),
		channels: make(map[string]*channel), stale: make(map[string]*channel),
	}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.calls = pool.New(s.ctx, &s.tasks, func(deliver func()) { deliver() })
	return s
}

// watch is like ledger.Driver.Watch.
func (s *subscriber) watch(ctx context.Context, name string, tell func(payload string)) (stop func(), err error) {
	ready := make(chan error, 1)
	w := &watch{box: mailbox.New(s.calls.Run, lost, tell), ready: ready}
	if err := s.join(name, w); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, confirmTimeout, errUnconfirmed)
	defer cancel()
	select {
	case err = <-ready:
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-s.ctx.Done():
		err = ledger.ErrClosed
	}
	stop = sync.OnceFunc(func() { s.leave(name, w) })
	if err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

func (s *subscriber) join(name string, w *watch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return ledger.ErrClosed
	}
	c := s.channels[name]
	if c == nil {
		c = &channel{}
		s.channels[name] = c
	}
	c.watches = append(c.watches, w)
	if c.subscribed() {
		w.answer(nil)
		return nil
	}
	s.request(name, c)
	if !s.running {
		s.running = true
		s.tasks.Go(s.run)
	}
	return nil
}

// leave removes a watch. After leave has returned its function is not called again.
func (s *subscriber) leave(name string, w *watch) {
	s.mu.Lock()
	if c := s.channels[name]; c != nil {
		c.watches = slices.DeleteFunc(c.watches, func(other *watch) bool { return other == w })
		if len(c.watches) == 0 {
			s.request(name, c)
		}
	}
	s.mu.Unlock()
	w.box.Close()
}

// request has the connection subscribe to a channel or unsubscribe from it. The caller holds mu.
func (s *subscriber) request(name string, c *channel) {
	s.stale[name] = c
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// close ends all watches. It blocks until no watcher is being called and the goroutines of s have
// ended.
func (s *subscriber) close() {
	s.cancel()
	s.mu.Lock()
	var boxes []*mailbox.Box[string]
	for _, c := range s.channels {
		for _, w := range c.watches {
			boxes = append(boxes, w.box)
		}
	}
	s.mu.Unlock()
	for _, box := range boxes {
		box.Close()
	}
	s.tasks.Wait()
}
