package pubsub

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// The pause before a new connection is minBackoff at first, then twice as long each
// time, up to maxBackoff. It is shortened at random by up to a half, so that many processes
// do not come back at once.
const (
	minBackoff = 50 * time.Millisecond
	maxBackoff = time.Second
)

// run keeps a connection open while there are subscriptions.
func (s *Subscriber) run() {
	backoff := minBackoff
	for s.ctx.Err() == nil {
		if s.idle() {
			select {
			case <-s.changed:
			case <-s.ctx.Done():
			}
			continue
		}
		received, err := s.serve(s.ctx)
		if s.ctx.Err() != nil {
			return
		}
		s.disconnected(err)
		if received {
			backoff = minBackoff
		}
		select {
		case <-time.After(backoff/2 + rand.N(backoff/2)):
		case <-s.ctx.Done():
		}
		backoff = min(2*backoff, maxBackoff)
	}
}

func (s *Subscriber) idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.subscriptions) == 0
}

// disconnected sends Lost to all receivers, and makes the waiting calls of Subscribe fail with
// err.
func (s *Subscriber) disconnected(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conn = newConnection()
	s.failure = err
	close(s.broken)
	s.broken = make(chan struct{})
	for channel, sub := range s.subscriptions {
		s.stale[channel] = struct{}{}
		if sub.isConfirmed() {
			sub.confirmed = make(chan struct{})
		}
		sub.lostPending = true
		sub.send(Lost)
	}
}

// serve makes one connection and serves it until it breaks. received reports whether the
// server has sent anything.
func (s *Subscriber) serve(ctx context.Context) (received bool, err error) {
	ps := s.client.SSubscribe(ctx)
	// The first subscription dials, and on a Cluster it chooses the node. Receive must not be
	// called before.
	if err := s.syncSubscriptions(ctx, ps); err != nil {
		return false, errors.Join(err, closePubSub(ps))
	}
	var last atomic.Int64 // when something was received
	last.Store(time.Now().UnixNano())
	ctx, cancel := context.WithCancelCause(ctx)
	var sending sync.WaitGroup
	sending.Go(func() {
		cancel(s.sendLoop(ctx, ps, &last))
		_ = closePubSub(ps) // ends the Receive below
	})
	for err == nil {
		var message any
		if message, err = ps.Receive(ctx); err != nil {
			break
		}
		received = true
		last.Store(time.Now().UnixNano())
		err = s.receive(message)
	}
	cancel(err)
	sending.Wait()
	return received, context.Cause(ctx)
}

// sendLoop subscribes, unsubscribes and pings until one of these fails or ctx ends.
func (s *Subscriber) sendLoop(ctx context.Context, ps *redis.PubSub, last *atomic.Int64) error {
	ping := time.NewTicker(s.options.PingInterval)
	defer ping.Stop()
	s.lookForReplicas(ctx)
	for {
		select {
		case <-s.changed:
			if err := s.syncSubscriptions(ctx, ps); err != nil {
				return err
			}
		case <-ping.C:
			if silent := time.Since(time.Unix(0, last.Load())); silent > s.options.SilenceLimit {
				return fmt.Errorf("pubsub: the connection is silent for %v", silent.Round(time.Millisecond))
			}
			if err := ps.Ping(ctx); err != nil {
				return err
			}
			asking, cancel := context.WithTimeout(ctx, s.options.PingInterval)
			s.lookForReplicas(asking)
			cancel()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// lookForReplicas asks the server for its replicas and sets noReplicas, which only Lease needs.
func (s *Subscriber) lookForReplicas(ctx context.Context) {
	if !s.options.Leases {
		return
	}
	info, err := s.client.Info(ctx, "replication").Result()
	s.noReplicas.Store(err == nil && strings.Contains(info, "role:master\r\n") &&
		strings.Contains(info, "connected_slaves:0\r\n"))
}

// closePubSub closes ps, which may be closed already.
func closePubSub(ps *redis.PubSub) error {
	if err := ps.Close(); !errors.Is(err, redis.ErrClosed) {
		return err
	}
	return nil
}
