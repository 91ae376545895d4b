package redislog

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// pingEvery is how often a connection that listens is asked for a sign of
	// life, and silenceLimit how long it may be silent before it counts as broken.
	pingEvery    = time.Second
	silenceLimit = 4 * time.Second

	// A broken connection is made again after minBackoff at first, then after
	// twice as long each time, up to maxBackoff; less a random half, so that many
	// processes do not come back at once.
	minBackoff = 50 * time.Millisecond
	maxBackoff = time.Second
)

// subscriber listens on the channels of one slot, through a connection that it
// opens when there is something to listen to.
//
// go-redis' PubSub makes a broken connection again by itself, and what was said
// meanwhile is lost without a word. So a PubSub lives for one connection only
// here: at the first error of any of its methods it is thrown away.
//
// Whoever wants a channel changes topics and knocks; one goroutine of the
// connection makes the subscriptions equal to the topics. Confirmations are
// counted per channel: that of an earlier subscription to a channel which was
// left and joined again confirms nothing.
type subscriber struct {
	store  *Store
	prefix string        // of names of channels in its slot
	knock  chan struct{} // topics has changed

	mu      sync.Mutex
	started bool
	closed  bool
	topics  map[string]*topic
	stale   map[string]struct{} // channels whose subscription may differ from topics
	failed  chan struct{}       // closed and replaced when a connection fails
	failure error               // of the last one
	line    line
}

func newSubscriber(s *Store, prefix string) *subscriber {
	return &subscriber{
		store:  s,
		prefix: prefix,
		knock:  make(chan struct{}, 1),
		topics: make(map[string]*topic),
		stale:  make(map[string]struct{}),
		failed: make(chan struct{}),
		line:   newLine(),
	}
}

// join adds a watch. failed is closed when the next connection fails.
func (b *subscriber) join(channel string, key *func(payload string)) (t *topic, failed <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t = b.topics[channel]
	if t == nil {
		t = &topic{ready: make(chan struct{}), tells: make(map[*func(string)]struct{})}
		b.topics[channel] = t
		b.stale[channel] = struct{}{}
		if b.line.sent[channel] && b.line.awaiting[channel] == 0 {
			close(t.ready) // left a moment ago, and the server does not know yet
		}
		b.wake()
	}
	t.mu.Lock()
	t.tells[key] = struct{}{}
	t.mu.Unlock()
	if !b.started && !b.closed {
		b.started = true
		b.store.tasks.Go(b.run)
	}
	return t, b.failed
}

// leave ends a watch. When it returns the watch is not told any more.
func (b *subscriber) leave(channel string, t *topic, key *func(payload string)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.tells, key)
	b.drop(channel, t)
}

// drop ends the subscription to a topic that nobody needs any more. The caller
// holds both locks.
func (b *subscriber) drop(channel string, t *topic) {
	if len(t.tells) == 0 && t.held == 0 && b.topics[channel] == t {
		delete(b.topics, channel)
		b.stale[channel] = struct{}{}
		b.wake()
	}
}

// close keeps run from being started any more.
func (b *subscriber) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
}

// state returns what is closed when the topic is subscribed to, or why the
// connection failed.
func (b *subscriber) state(t *topic, failed <-chan struct{}) (ready <-chan struct{}, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-failed:
		return nil, b.failure
	default:
		return t.ready, nil
	}
}

func (b *subscriber) wake() {
	select {
	case b.knock <- struct{}{}:
	default:
	}
}

// run keeps a connection while somebody watches.
func (b *subscriber) run() {
	ctx := b.store.ctx
	backoff := minBackoff
	for ctx.Err() == nil {
		if b.idle() {
			select {
			case <-b.knock:
			case <-ctx.Done():
			}
			continue
		}
		heard, err := b.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		b.lose(err)
		if heard {
			backoff = minBackoff
		}
		select {
		case <-time.After(backoff/2 + rand.N(backoff/2)):
		case <-ctx.Done():
		}
		backoff = min(2*backoff, maxBackoff)
	}
}

func (b *subscriber) idle() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.topics) == 0
}

// lose tells everybody that the connection is broken.
func (b *subscriber) lose(err error) {
	b.mu.Lock()
	b.line = newLine()
	b.failure = wrap(context.Background(), err)
	close(b.failed)
	b.failed = make(chan struct{})
	topics := make([]*topic, 0, len(b.topics))
	for channel, t := range b.topics {
		b.stale[channel] = struct{}{}
		select {
		case <-t.ready:
			t.ready = make(chan struct{})
		default:
		}
		t.lost = true
		topics = append(topics, t)
	}
	b.mu.Unlock()
	for _, t := range topics {
		t.tell(lost)
	}
}

// listen serves one connection until it breaks. heard says whether the server
// has said anything.
func (b *subscriber) listen(ctx context.Context) (heard bool, err error) {
	ps := b.store.client.SSubscribe(ctx)
	// The first subscription dials, and on a Cluster chooses the node: before
	// it nothing may be received.
	if err := b.reconcile(ctx, ps); err != nil {
		return false, errors.Join(err, closePubSub(ps))
	}
	var last atomic.Int64 // when something was heard
	last.Store(time.Now().UnixNano())
	ctx, cancel := context.WithCancelCause(ctx)
	b.mu.Lock()
	b.line.cut = func() { cancel(errCut) }
	b.mu.Unlock()
	var speaking sync.WaitGroup
	speaking.Go(func() {
		cancel(b.speak(ctx, ps, &last))
		_ = closePubSub(ps) // ends the Receive below
	})
	for err == nil {
		var message any
		if message, err = ps.Receive(ctx); err != nil {
			break
		}
		heard = true
		last.Store(time.Now().UnixNano())
		err = b.hear(message)
	}
	cancel(err)
	speaking.Wait()
	return heard, context.Cause(ctx)
}

// speak subscribes, unsubscribes and pings until something fails.
func (b *subscriber) speak(ctx context.Context, ps *redis.PubSub, last *atomic.Int64) error {
	ping := time.NewTicker(b.store.set.ping)
	defer ping.Stop()
	b.store.lookForReplicas(ctx)
	for {
		select {
		case <-b.knock:
			if err := b.reconcile(ctx, ps); err != nil {
				return err
			}
		case <-ping.C:
			if silent := time.Since(time.Unix(0, last.Load())); silent > b.store.set.silence {
				return fmt.Errorf("silent for %v: %w", silent.Round(time.Millisecond), storage.ErrUnavailable)
			}
			if err := ps.Ping(ctx); err != nil {
				return err
			}
			asking, cancel := context.WithTimeout(ctx, b.store.set.ping)
			b.store.lookForReplicas(asking)
			cancel()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// closePubSub closes ps; that it is closed already is no error.
func closePubSub(ps *redis.PubSub) error {
	if err := ps.Close(); !errors.Is(err, redis.ErrClosed) {
		return err
	}
	return nil
}
