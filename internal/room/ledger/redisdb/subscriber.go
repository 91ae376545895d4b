package redisdb

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/ledger"
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
// unsubscribes from the others (connection.go).
type subscriber struct {
	client       redis.UniversalClient
	ping, silent time.Duration
	watches      *ledger.Watches
	ctx          context.Context // ends when the database is closed
	changed      chan struct{}   // holds a token while the connection does not know of a change in stale

	mu       sync.Mutex
	channels map[string]*channel
	stale    map[string]*channel // those for which a request may be due
}

// channel is a channel that has watches, or that the connection is subscribed to. The subscriber's mu
// guards its fields.
type channel struct {
	watches    int
	waiting    []chan<- error // receive nil when the subscription is confirmed, or the error of the connection
	subscribed bool
	asked      bool // the connection has sent a request to change this, which has no answer yet
	missed     bool // payloads may be missing since a connection broke
}

func newSubscriber(db *DB) *subscriber {
	s := &subscriber{
		client: db.client, ping: db.set.pingInterval, silent: db.set.silenceLimit, watches: db.watches, ctx: db.ctx,
		changed: make(chan struct{}, 1), channels: make(map[string]*channel), stale: make(map[string]*channel),
	}
	db.tasks.Go(s.run)
	return s
}

// watch is like ledger.Driver.Watch.
func (s *subscriber) watch(ctx context.Context, name string, tell func(payload string)) (stop func(), err error) {
	remove, err := s.watches.Add(ctx, name, tell)
	if err != nil {
		return nil, err
	}
	confirmed := s.join(name)
	stop = sync.OnceFunc(func() {
		s.leave(name)
		remove()
	})
	ctx, cancel := context.WithTimeoutCause(ctx, confirmTimeout, errUnconfirmed)
	defer cancel()
	select {
	case err = <-confirmed:
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-s.ctx.Done():
		err = ledger.ErrClosed
	}
	if err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// join counts one more watch of a channel. confirmed receives a value when the channel is subscribed.
func (s *subscriber) join(name string) (confirmed <-chan error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[name]
	if c == nil {
		c = &channel{}
		s.channels[name] = c
	}
	c.watches++
	done := make(chan error, 1)
	if c.subscribed && !c.asked {
		done <- nil
		return done
	}
	c.waiting = append(c.waiting, done)
	s.request(name, c)
	return done
}

func (s *subscriber) leave(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[name]
	if c.watches--; c.watches == 0 {
		s.request(name, c)
	}
}

// request has the connection subscribe to a channel or unsubscribe from it, if that is due. The caller
// holds mu.
func (s *subscriber) request(name string, c *channel) {
	s.stale[name] = c
	select {
	case s.changed <- struct{}{}:
	default:
	}
}
