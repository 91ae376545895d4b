package redislog

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestSilentConnectionIsBroken pauses Redis while all connections stay open.
func TestSilentConnectionIsBroken(t *testing.T) {
	server := redistest.New(t)
	impatient := func(s *settings) { s.pingInterval, s.silenceLimit = 5*time.Millisecond, 100*time.Millisecond }
	s, err := Open(t.Context(), server.URL(), impatient)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	notices := make(chan storage.Notice, 1000)
	stop, err := s.Watch(t.Context(), "a", func(n storage.Notice) { notices <- n })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if reply, err := server.Do("CLIENT", "PAUSE", "500", "ALL"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("CLIENT PAUSE: %q, %v", reply, err)
	}
	for range 2 { // when the store notices the pause, and when the subscription is back
		if n := <-notices; !n.Lost {
			t.Fatalf("the watch received %+v, want Lost", n)
		}
	}
	if _, err := s.Heartbeat(t.Context(), "h"); err != nil {
		t.Fatal(err)
	}
	if err := s.Announce(t.Context(), "a", "h", storage.RoomPresence{Spectators: 1}); err != nil {
		t.Fatal(err)
	}
	for n := range notices {
		if n.Presence != nil {
			return
		}
	}
}
