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

// run keeps a connection open, from the first request on.
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

// serve makes one connection, sends requests and pings, and hands on what it receives, until the
// connection breaks. The first request dials, and on a Cluster it chooses the server. received reports
// whether the server has sent anything.
func (s *subscriber) serve() (received bool, err error) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	ps := s.client.SSubscribe(ctx)
	var receiving sync.WaitGroup
	defer func() {
		cancel(err)
		_ = ps.Close() // ends ReceiveTimeout
		receiving.Wait()
	}()
	receive := func() {
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
	}
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
				receiving.Go(receive)
			}
		case <-ping.C:
			if isConnected {
				err = ps.Ping(ctx)
			}
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
	}
	return // received may change until receive has ended
}

// requests returns the channels to subscribe to and to unsubscribe from, and notes that the
// caller asks the server for this. It forgets channels without watches and subscription.
func (s *subscriber) requests() (add, drop []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, c := range s.stale {
		switch wanted := c.watches > 0; {
		case c.asked: // answered calls request again
		case wanted && !c.subscribed:
			add = append(add, name)
			c.asked = true
		case !wanted && c.subscribed:
			drop = append(drop, name)
			c.asked = true
		case !wanted:
			delete(s.channels, name)
		}
	}
	clear(s.stale)
	return add, drop
}

// receive handles one message of the server. It fails if the server has changed a subscription
// unasked: it unsubscribes a connection if the shard moves to another server of the Cluster.
func (s *subscriber) receive(message any) error {
	switch m := message.(type) {
	case *redis.Message:
		s.watches.Tell(m.Channel, m.Payload)
	case *redis.Subscription:
		if !s.answered(m.Channel, m.Kind != "sunsubscribe") {
			return fmt.Errorf("redisdb: Redis has changed the subscription to %s unasked", m.Channel)
		}
	}
	return nil
}

// answered notes the answer to a request, and reports whether there was one.
func (s *subscriber) answered(name string, subscribed bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[name]
	if c == nil || !c.asked || c.subscribed == subscribed {
		return false
	}
	c.asked, c.subscribed = false, subscribed
	if subscribed {
		if c.missed {
			c.missed = false
			s.watches.Tell(name, lost)
		}
		c.confirm(nil)
	}
	s.request(name, c) // in case the number of its watches has changed meanwhile
	return true
}

// confirm ends the wait of watches.
func (c *channel) confirm(err error) {
	for _, done := range c.waiting {
		done <- err // has room for the only value
	}
	c.waiting = nil
}

// disconnected tells the watchers that payloads may be missing, once until they are subscribed
// again. The watches that wait for their confirmation fail with err.
func (s *subscriber) disconnected(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, c := range s.channels {
		if c.subscribed {
			c.missed = true
			s.watches.Tell(name, lost)
		}
		c.asked, c.subscribed = false, false
		c.confirm(err)
		s.request(name, c)
	}
}
