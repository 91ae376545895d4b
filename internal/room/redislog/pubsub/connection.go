package pubsub

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// connection is the state of the present connection. The Subscriber's mu guards its
// fields.
type connection struct {
	channel string // only this connection subscribes to it; "": not chosen yet

	// By a former own channel that the connection is leaving: the subscriptions whose receivers
	// are sent Lost when the connection has left (Lease.OutcomeUnknown).
	retired map[string][]*subscription

	requested     map[string]bool // channels that it subscribed to and has not left
	subscribing   map[string]int  // by channel: how many subscriptions are not confirmed yet
	unsubscribing map[string]int  // by channel: how many unsubscriptions are not confirmed yet
}

func newConnection() connection {
	return connection{
		retired:       make(map[string][]*subscription),
		requested:     make(map[string]bool),
		subscribing:   make(map[string]int),
		unsubscribing: make(map[string]int),
	}
}

// hasConfirmed reports whether the server has confirmed the latest subscription to a
// channel.
func (c *connection) hasConfirmed(channel string) bool {
	return c.requested[channel] && c.subscribing[channel] == 0
}

// syncSubscriptions subscribes to the channels that are wanted and unsubscribes from the
// others.
func (s *Subscriber) syncSubscriptions(ctx context.Context, ps *redis.PubSub) error {
	add, drop := s.changes()
	if len(add) > 0 {
		if err := ps.SSubscribe(ctx, add...); err != nil {
			return err
		}
	}
	if len(drop) > 0 {
		return ps.SUnsubscribe(ctx, drop...)
	}
	return nil
}

// changes returns the channels to subscribe to and to unsubscribe from, and notes that the
// caller asks the server for this.
func (s *Subscriber) changes() (add, drop []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.conn
	if c.channel == "" {
		c.channel = s.options.Prefix + "line:" + rand.Text()
		c.subscribing[c.channel]++
		add = append(add, c.channel)
	}
	for channel := range c.retired {
		if c.unsubscribing[channel] == 0 {
			c.unsubscribing[channel]++
			drop = append(drop, channel)
		}
	}
	for channel := range s.stale {
		wanted, requested := s.subscriptions[channel] != nil, c.requested[channel]
		switch {
		case wanted && !requested:
			c.requested[channel] = true
			c.subscribing[channel]++
			add = append(add, channel)
		case requested && !wanted:
			delete(c.requested, channel)
			c.unsubscribing[channel]++
			drop = append(drop, channel)
		}
	}
	clear(s.stale)
	return add, drop
}

// receive handles one message of the server.
func (s *Subscriber) receive(message any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m := message.(type) {
	case *redis.Message:
		if sub := s.subscriptions[m.Channel]; sub != nil {
			sub.send(m.Payload)
		}
	case *redis.Subscription:
		if m.Kind == "sunsubscribe" {
			return s.unsubscribed(m.Channel)
		}
		return s.subscribed(m.Channel)
	}
	return nil
}

// subscribed handles the confirmation of a subscription. The caller holds mu.
func (s *Subscriber) subscribed(channel string) error {
	if !countDown(s.conn.subscribing, channel) {
		return fmt.Errorf("pubsub: unexpected subscription to %s", channel)
	}
	sub := s.subscriptions[channel]
	if sub == nil || !s.conn.hasConfirmed(channel) {
		return nil
	}
	close(sub.confirmed)
	if sub.lostPending {
		sub.lostPending = false
		sub.send(Lost)
	}
	return nil
}

// unsubscribed handles the end of a subscription. It fails if nobody asked for that: then the
// shard has moved to another node of the Cluster. The caller holds mu.
func (s *Subscriber) unsubscribed(channel string) error {
	if !countDown(s.conn.unsubscribing, channel) {
		return fmt.Errorf("pubsub: the server has unsubscribed this process from %s", channel)
	}
	for _, sub := range s.conn.retired[channel] {
		sub.send(Lost)
	}
	delete(s.conn.retired, channel)
	return nil
}

// countDown decrements m[key]. It reports false, and changes nothing, if m[key] is 0.
func countDown(m map[string]int, key string) bool {
	if m[key] == 0 {
		return false
	}
	if m[key]--; m[key] == 0 {
		delete(m, key)
	}
	return true
}
