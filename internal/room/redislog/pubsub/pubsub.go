// Package pubsub keeps subscriptions to Redis' shard channels over outages. It handles
// channels and payloads, and does not know what they mean.
//
// It promises:
//
//   - A subscription that has been confirmed lasts until it is stopped. If the
//     connection breaks, another one takes its place.
//   - A receiver learns that messages may be missing. It receives Lost when the
//     connection breaks, and again when the new connection has its subscription. It also
//     receives Lost if it alone may have missed a message (Lease.OutcomeUnknown).
//   - A receiver that is slow delays nobody else. Each has a mailbox of its own. The
//     mailboxes share the goroutines of a pool, whose stacks have grown already.
//   - After stop has returned the receiver is not called again.
//
// # How it works
//
// A Subscriber has one connection for all its subscriptions. It has no connection while it
// has no subscription. go-redis' PubSub repairs a broken connection by itself and does not say
// what it missed. So a PubSub is used for one connection only: the first error of any
// of its methods ends it, and run makes the next one (run.go).
//
// Callers change the set of wanted subscriptions. One goroutine of the connection makes the
// server's set equal to the wanted set. Confirmations are counted per channel: if a channel
// was left and joined again, only the confirmation of the latest subscription counts
// (connection.go).
//
// Every connection also subscribes to a channel of its own, with a random name. With this
// channel a script at the server can tell whether a channel's only subscriber is this
// connection (lease.go).
package pubsub

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/pool"
	"github.com/quatre/quatre/internal/room/mailbox"
)

// Lost is received in place of messages that may be missing. Nobody publishes an empty
// message.
const Lost = ""

// ErrClosed is the error of Subscribe if the Subscriber was closed.
var ErrClosed = errors.New("pubsub: closed")

// confirmTimeout is how long Subscribe waits for the server to confirm.
const confirmTimeout = 3 * time.Second

// Options are the settings of a Subscriber.
type Options struct {
	// Prefix is the beginning of all channel names. On a Cluster it decides their slot.
	Prefix string

	// PingInterval is the time between two pings to the server.
	// SilenceLimit is how long the server may be silent before the connection counts as broken.
	PingInterval, SilenceLimit time.Duration

	// Leases turns leases on. If it is false, Lease returns the zero Lease. Leases need a
	// server that is not part of a Cluster.
	Leases bool
}

// Subscriber shares one connection among subscriptions to channels of one slot.
type Subscriber struct {
	client  redis.UniversalClient
	options Options
	ctx     context.Context // ends when Close begins
	cancel  context.CancelFunc
	tasks   sync.WaitGroup     // the goroutines of run and of calls
	calls   *pool.Pool[func()] // call receivers
	changed chan struct{}      // holds a token while run does not know of a change in stale or retired

	// noReplicas says that the server is a master without replicas.
	noReplicas atomic.Bool

	// Guarded by mu.
	mu            sync.Mutex
	running       bool // run was started
	closed        bool
	subscriptions map[string]*subscription // the wanted ones, by channel
	stale         map[string]struct{}      // channels for which the connection may lack or may still have a subscription
	broken        chan struct{}            // closed and replaced when a connection breaks
	failure       error                    // the error of the connection that broke last
	conn          connection
}

// subscription is what the receivers of one channel share. The Subscriber's mu guards
// its fields.
type subscription struct {
	confirmed   chan struct{} // closed while the server has confirmed the subscription
	lostPending bool          // Lost must be sent when the subscription is confirmed again
	leases      int           // how many leases keep the subscription from ending
	receivers   []*mailbox.Box[string]
}

// send sends to all receivers. The caller holds mu.
func (sub *subscription) send(payload string) {
	for _, box := range sub.receivers {
		box.Send(payload)
	}
}

// isConfirmed must be called with mu held.
func (sub *subscription) isConfirmed() bool {
	select {
	case <-sub.confirmed:
		return true
	default:
		return false
	}
}

// New returns a Subscriber that works until Close is called or ctx ends. It connects
// when there is something to subscribe to.
func New(ctx context.Context, client redis.UniversalClient, options Options) *Subscriber {
	s := &Subscriber{
		client:        client,
		options:       options,
		changed:       make(chan struct{}, 1),
		subscriptions: make(map[string]*subscription),
		stale:         make(map[string]struct{}),
		broken:        make(chan struct{}),
		conn:          newConnection(),
	}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.calls = pool.New(s.ctx, &s.tasks, func(deliver func()) { deliver() })
	return s
}

// Subscribe calls receive with every message that is published on channel, from before
// Subscribe returns until stop is called or s is closed. receive must not call stop. Subscribe
// fails if the server does not confirm the subscription within a few seconds.
func (s *Subscriber) Subscribe(
	ctx context.Context, channel string, receive func(payload string),
) (stop func(), err error) {
	sub, box, broken := s.join(channel, receive)
	stop = sync.OnceFunc(func() { s.leave(channel, sub, box) })
	timeout := time.NewTimer(confirmTimeout)
	defer timeout.Stop()
	for {
		confirmed, err := s.progress(sub, broken)
		if err != nil {
			stop()
			return nil, err
		}
		select {
		case <-confirmed:
			return stop, nil
		case <-broken: // progress returns the error
		case <-ctx.Done():
			stop()
			return nil, ctx.Err()
		case <-s.ctx.Done():
			stop()
			return nil, ErrClosed
		case <-timeout.C:
			stop()
			return nil, errors.New("pubsub: the server did not confirm a subscription in time")
		}
	}
}

// Start subscribes until s is closed, and does not wait for the server. receive may miss
// messages until the subscription is confirmed.
func (s *Subscriber) Start(channel string, receive func(payload string)) {
	s.join(channel, receive)
}

// join adds a receiver. broken is closed when the next connection breaks.
func (s *Subscriber) join(
	channel string, receive func(string),
) (sub *subscription, box *mailbox.Box[string], broken <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sub = s.subscriptions[channel]
	if sub == nil {
		sub = &subscription{confirmed: make(chan struct{})}
		s.subscriptions[channel] = sub
		if s.conn.hasConfirmed(channel) {
			close(sub.confirmed) // its last receiver left a moment ago, and the connection has not unsubscribed yet
		}
		s.markStale(channel)
	}
	box = mailbox.New(s.calls.Run, Lost, receive)
	if s.closed {
		return sub, box, s.broken // nothing is sent any more
	}
	sub.receivers = append(sub.receivers, box)
	if !s.running {
		s.running = true
		s.tasks.Go(s.run)
	}
	return sub, box, s.broken
}

// leave removes a receiver. After leave has returned, the receiver is not called again.
func (s *Subscriber) leave(channel string, sub *subscription, box *mailbox.Box[string]) {
	s.mu.Lock()
	sub.receivers = slices.DeleteFunc(sub.receivers, func(b *mailbox.Box[string]) bool { return b == box })
	s.endIfUnused(channel, sub)
	s.mu.Unlock()
	box.Close()
}

// endIfUnused ends a subscription that has no receiver and no lease. The caller holds mu.
func (s *Subscriber) endIfUnused(channel string, sub *subscription) {
	if len(sub.receivers) == 0 && sub.leases == 0 && s.subscriptions[channel] == sub {
		delete(s.subscriptions, channel)
		s.markStale(channel)
	}
}

// markStale has the connection bring its subscription to a channel up to date. The caller holds mu.
func (s *Subscriber) markStale(channel string) {
	s.stale[channel] = struct{}{}
	s.wakeConnection()
}

// wakeConnection has the connection make the server's set of subscriptions equal to the wanted
// one.
func (s *Subscriber) wakeConnection() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// progress returns a channel that is closed when sub is confirmed, or the error of the
// connection that broke.
func (s *Subscriber) progress(sub *subscription, broken <-chan struct{}) (confirmed <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-broken:
		return nil, s.failure
	default:
		return sub.confirmed, nil
	}
}

// Close ends all subscriptions. It blocks until no receiver is being called and the
// goroutines of s have ended.
func (s *Subscriber) Close() {
	s.cancel()
	s.mu.Lock()
	s.closed = true
	var boxes []*mailbox.Box[string]
	for _, sub := range s.subscriptions {
		boxes = append(boxes, sub.receivers...)
	}
	s.mu.Unlock()
	for _, box := range boxes {
		box.Close()
	}
	s.tasks.Wait()
}
