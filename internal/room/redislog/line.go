package redislog

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/storage"
)

// line is the subscriptions of the present connection.
type line struct {
	name     string          // a channel that only this connection subscribes to, before all others
	cut      func()          // ends the connection
	over     bool            // cut has been called
	sent     map[string]bool // subscribed to, as far as we have sent
	awaiting map[string]int  // confirmations of subscribing still to come
	leaving  map[string]int  // and of unsubscribing
}

func newLine() line {
	return line{sent: make(map[string]bool), awaiting: make(map[string]int), leaving: make(map[string]int)}
}

// reconcile subscribes to what topics has and unsubscribes from the rest.
func (b *subscriber) reconcile(ctx context.Context, ps *redis.PubSub) error {
	var add, drop []string
	b.mu.Lock()
	if b.line.name == "" {
		b.line.name = b.prefix + "line:" + rand.Text()
		b.line.awaiting[b.line.name]++
		add = append(add, b.line.name)
	}
	for channel := range b.stale {
		wanted, sent := b.topics[channel] != nil, b.line.sent[channel]
		switch {
		case wanted && !sent:
			b.line.sent[channel] = true
			b.line.awaiting[channel]++
			add = append(add, channel)
		case sent && !wanted:
			delete(b.line.sent, channel)
			b.line.leaving[channel]++
			drop = append(drop, channel)
		}
	}
	clear(b.stale)
	b.mu.Unlock()
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

// hear deals with one message.
func (b *subscriber) hear(message any) error {
	switch m := message.(type) {
	case *redis.Message:
		b.mu.Lock()
		t := b.topics[m.Channel]
		b.mu.Unlock()
		if t != nil {
			t.tell(m.Payload)
		}
	case *redis.Subscription:
		if m.Kind == "sunsubscribe" {
			return b.left(m.Channel)
		}
		return b.confirm(m.Channel)
	}
	return nil
}

// confirm notes that the server confirms a subscription.
func (b *subscriber) confirm(channel string) error {
	b.mu.Lock()
	if !count(b.line.awaiting, channel) {
		b.mu.Unlock()
		return fmt.Errorf("unexpected subscription to %s: %w", channel, storage.ErrUnavailable)
	}
	t := b.topics[channel]
	if t == nil || !b.line.sent[channel] || b.line.awaiting[channel] > 0 {
		b.mu.Unlock()
		return nil
	}
	owed := t.lost
	t.lost = false
	close(t.ready)
	b.mu.Unlock()
	if owed {
		t.tell(lost)
	}
	return nil
}

// left notes the end of a subscription. One that nobody asked for means that
// the shard has moved to another node of the Cluster.
func (b *subscriber) left(channel string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !count(b.line.leaving, channel) {
		return fmt.Errorf("unsubscribed from %s by the server: %w", channel, storage.ErrUnavailable)
	}
	return nil
}

// count takes one off m[key], if it is there.
func count(m map[string]int, key string) bool {
	if m[key] == 0 {
		return false
	}
	if m[key]--; m[key] == 0 {
		delete(m, key)
	}
	return true
}
