package redisdb

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// go-redis' PubSub repairs a broken connection by itself and does not say what it missed. So a
// PubSub is used for one connection only: the first error of any of its methods ends it, and run
// makes the next one.

// The pause before a new connection is minBackoff at first, then twice as long each
// time, up to maxBackoff. It is shortened at random by up to a half, so that many processes
// do not come back at once.
const (
	minBackoff = 50 * time.Millisecond
	maxBackoff = time.Second
)

// run keeps a connection open, from the first watch on.
func (s *subscriber) run() {
	backoff := minBackoff
	for s.ctx.Err() == nil {
		received, err := s.serve()
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

// serve makes one connection and serves it until it breaks. received reports whether the
// server has sent anything.
func (s *subscriber) serve() (received bool, err error) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	ps := s.client.SSubscribe(ctx)
	var receiving sync.WaitGroup
	err = s.sendLoop(ctx, ps, func() {
		receiving.Go(func() {
			for ctx.Err() == nil {
				message, err := ps.ReceiveTimeout(ctx, s.silent)
				if err == nil {
					received = true
					err = s.receive(message)
				}
				if err != nil {
					cancel(err)
				}
			}
		})
	})
	cancel(err)
	_ = ps.Close() // ends ReceiveTimeout
	receiving.Wait()
	return received, err
}

// sendLoop sends requests and pings until one of these fails or ctx ends. The first request dials,
// and on a Cluster it chooses the server. Then sendLoop calls connected.
func (s *subscriber) sendLoop(ctx context.Context, ps *redis.PubSub, connected func()) (err error) {
	ping := time.NewTicker(s.ping)
	defer ping.Stop()
	for isConnected := false; err == nil; {
		select {
		case <-s.changed:
			add, drop := s.requests()
			if len(add) > 0 {
				err = ps.SSubscribe(ctx, add...)
			}
			if len(drop) > 0 && err == nil {
				err = ps.SUnsubscribe(ctx, drop...)
			}
			if len(add) > 0 && err == nil && !isConnected {
				isConnected = true
				connected()
			}
		case <-ping.C:
			if isConnected {
				err = ps.Ping(ctx)
			}
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
	}
	return err
}

// requests returns the channels to subscribe to and to unsubscribe from, and notes that the
// caller asks the server for this.
func (s *subscriber) requests() (add, drop []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, c := range s.stale {
		wanted := len(c.watches) > 0
		switch {
		case wanted && !c.asked:
			add = append(add, name)
		case c.asked && !wanted:
			drop = append(drop, name)
		default:
			s.dropUnused(name, c)
			continue
		}
		c.asked = wanted
		c.pending++
	}
	clear(s.stale)
	return add, drop
}

// dropUnused forgets a channel without watches and subscription. The caller holds mu.
func (s *subscriber) dropUnused(name string, c *channel) {
	if len(c.watches) == 0 && !c.asked && c.pending == 0 {
		delete(s.channels, name)
	}
}

// receive handles one message of the server.
func (s *subscriber) receive(message any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m := message.(type) {
	case *redis.Message:
		if c := s.channels[m.Channel]; c != nil {
			for _, w := range c.watches {
				w.box.Send(m.Payload)
			}
		}
	case *redis.Subscription:
		return s.answered(m.Channel, m.Kind != "sunsubscribe")
	}
	return nil
}

// answered handles the answer to a request. It fails if the connection has not sent such a request:
// the server unsubscribes a connection if the shard moves to another server of the Cluster. The
// requests of a channel take turns, so the oldest of an odd number of them is of the same kind as
// the last one. The caller holds mu.
func (s *subscriber) answered(name string, subscribed bool) error {
	c := s.channels[name]
	if c == nil || c.pending == 0 || subscribed != (c.asked == (c.pending%2 == 1)) {
		return fmt.Errorf("redisdb: Redis has changed the subscription to %s unasked", name)
	}
	c.pending--
	if c.subscribed() {
		for _, w := range c.watches {
			if !w.answer(nil) { // it has been subscribed in a connection before this one
				w.box.Send(lost)
			}
		}
	}
	s.dropUnused(name, c)
	return nil
}

// disconnected tells the watchers that payloads may be missing, once until they are subscribed
// again. The watches that wait for their confirmation fail with err.
func (s *subscriber) disconnected(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, c := range s.channels {
		subscribed := c.subscribed()
		c.asked, c.pending = false, 0
		for _, w := range c.watches {
			if !w.answer(err) && subscribed {
				w.box.Send(lost)
			}
		}
		s.request(name, c)
	}
}
