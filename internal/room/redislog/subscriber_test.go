package redislog

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestSilenceIsABrokenConnection has Redis say nothing for a while, with all
// connections up.
func TestSilenceIsABrokenConnection(t *testing.T) {
	server := redistest.New(t)
	impatient := func(s *settings) { s.ping, s.silence = 5*time.Millisecond, 100*time.Millisecond }
	s, err := Open(t.Context(), server.URL(), impatient)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	told := make(chan storage.Notice, 1000)
	stop, err := s.Watch(t.Context(), "a", func(n storage.Notice) { told <- n })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if reply, err := server.Do("CLIENT", "PAUSE", "500", "ALL"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("CLIENT PAUSE: %q, %v", reply, err)
	}
	for range 2 { // when it is noticed, and when it hears again
		if n := <-told; !n.Lost {
			t.Fatalf("told %+v, want Lost", n)
		}
	}
	if _, err := s.Heartbeat(t.Context(), "h"); err != nil {
		t.Fatal(err)
	}
	if err := s.Announce(t.Context(), "a", "h", storage.RoomPresence{Spectators: 1}); err != nil {
		t.Fatal(err)
	}
	for n := range told {
		if n.Presence != nil {
			return
		}
	}
}

// TestUnexpectedEndOfASubscription plays what a Cluster does when a shard moves
// to another node.
func TestUnexpectedEndOfASubscription(t *testing.T) {
	b := newSubscriber(&Store{}, "quatre:{s00}:")
	if err := b.left("quatre:{s00}:room:a"); err == nil {
		t.Error("an unsubscription that nobody asked for passes")
	}
	if err := b.confirm("quatre:{s00}:room:a"); err == nil {
		t.Error("a subscription that nobody asked for passes")
	}
}

// TestAnEarlierConfirmationConfirmsNothing leaves a channel and joins it again
// before the server has answered at all.
func TestAnEarlierConfirmationConfirmsNothing(t *testing.T) {
	const channel = "quatre:{s00}:room:a"
	b := newSubscriber(&Store{}, "quatre:{s00}:")
	b.closed = true // nothing is to be sent
	b.line.awaiting[channel] = 2
	b.line.leaving[channel] = 1
	b.line.sent[channel] = true
	tell := func(string) {}
	topic, _ := b.join(channel, &tell)
	for i, reply := range []func(string) error{b.confirm, b.left, b.confirm} {
		select {
		case <-topic.ready:
			t.Fatalf("ready after %d answers", i)
		default:
		}
		if err := reply(channel); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-topic.ready:
	default:
		t.Fatal("not ready after all answers")
	}
}
