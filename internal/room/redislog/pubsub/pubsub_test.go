package pubsub

import (
	"context"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const channel = "quatre:{s00}:room:a"

// newTest returns a Subscriber that has no connection and makes none. The test makes the calls
// that a connection would make.
func newTest(t *testing.T) *Subscriber {
	s := New(context.Background(), nil, Options{Prefix: "quatre:{s00}:", Leases: true})
	s.running = true
	t.Cleanup(s.Close)
	return s
}

// withLock calls a method that must be called with mu held.
func (s *Subscriber) withLock(call func(channel string) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return call(channel)
}

// TestUnexpectedSubscriptionIsAnError handles the messages that a Cluster sends when a shard
// moves to another node.
func TestUnexpectedSubscriptionIsAnError(t *testing.T) {
	s := newTest(t)
	if err := s.withLock(s.unsubscribed); err == nil {
		t.Error("no error for an unsubscription that nobody asked for")
	}
	if err := s.withLock(s.subscribed); err == nil {
		t.Error("no error for a subscription that nobody asked for")
	}
}

// TestEarlierConfirmationConfirmsNothing leaves a channel and joins it again before the
// server has answered the first subscription.
func TestEarlierConfirmationConfirmsNothing(t *testing.T) {
	s := newTest(t)
	s.conn.subscribing[channel] = 2
	s.conn.unsubscribing[channel] = 1
	s.conn.requested[channel] = true
	sub, _, _ := s.join(channel, func(string) {})
	for i, reply := range []func(string) error{s.subscribed, s.unsubscribed, s.subscribed} {
		if sub.isConfirmed() {
			t.Fatalf("confirmed after %d answers", i)
		}
		if err := s.withLock(reply); err != nil {
			t.Fatal(err)
		}
	}
	if !sub.isConfirmed() {
		t.Fatal("not confirmed after all answers")
	}
}

// TestLeaseKeepsSubscription stops the only receiver while there is a lease.
func TestLeaseKeepsSubscription(t *testing.T) {
	s := newTest(t)
	s.noReplicas.Store(true)
	sub, box, _ := s.join(channel, func(string) {})
	if s.Lease(channel).Valid() {
		t.Fatal("a lease on a subscription that is not confirmed")
	}
	s.changes()
	if err := s.withLock(s.subscribed); err != nil {
		t.Fatal(err)
	}
	lease := s.Lease(channel)
	if !lease.Valid() {
		t.Fatal("no lease on a confirmed subscription")
	}
	s.leave(channel, sub, box)
	if s.subscriptions[channel] == nil {
		t.Fatal("the subscription has ended in spite of the lease")
	}
	lease.Release()
	if s.subscriptions[channel] != nil {
		t.Error("the subscription outlives its last lease")
	}
}

// TestNoLeaseWithReplicas: there is no lease if the server may have replicas.
func TestNoLeaseWithReplicas(t *testing.T) {
	s := newTest(t)
	s.join(channel, func(string) {})
	s.changes()
	if err := s.withLock(s.subscribed); err != nil {
		t.Fatal(err)
	}
	if s.Lease(channel).Valid() {
		t.Error("a lease although the server may have replicas")
	}
}

// TestLostWhenConnectionBreaksAndReturns breaks a connection and confirms the
// subscription on the next one.
func TestLostWhenConnectionBreaksAndReturns(t *testing.T) {
	s := newTest(t)
	received := make(chan string, 10)
	sub, _, _ := s.join(channel, func(payload string) { received <- payload })
	s.changes()
	if err := s.withLock(s.subscribed); err != nil {
		t.Fatal(err)
	}
	s.disconnected(ErrClosed)
	if payload := <-received; payload != Lost {
		t.Fatalf("received %q, want Lost", payload)
	}
	if sub.isConfirmed() {
		t.Error("confirmed without a connection")
	}
	s.changes()
	if err := s.withLock(s.subscribed); err != nil {
		t.Fatal(err)
	}
	if payload := <-received; payload != Lost {
		t.Fatalf("received %q, want Lost", payload)
	}
}

// TestSlowReceiverDelaysNobody has two receivers of one channel. The first one does not return
// before the test ends.
func TestSlowReceiverDelaysNobody(t *testing.T) {
	s := newTest(t)
	proceed, received := make(chan struct{}), make(chan string, 10)
	defer close(proceed)
	s.join(channel, func(string) { <-proceed })
	sub, _, _ := s.join(channel, func(payload string) { received <- payload })
	for _, payload := range []string{"1", "2"} {
		s.mu.Lock()
		sub.send(payload)
		s.mu.Unlock()
		if got := <-received; got != payload {
			t.Fatalf("received %q, want %q", got, payload)
		}
	}
}
