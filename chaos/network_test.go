package chaos

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/faultproxy"
)

// TestNetworkToClients breaks the network between clients and hubs. Some commands arrive
// twice, because clients send them again after a cut.
func TestNetworkToClients(t *testing.T) {
	s := newService(t, 2, 1)
	var lines []*faultproxy.Proxy
	for _, h := range s.hubs {
		lines = append(lines, h.clientProxy)
	}
	playThroughNetworkFaults(t, s, lines)
}

// TestNetworkToRedis breaks the network between hubs and Redis. When an answer was lost, a
// hub appends the same entry again and finds it in the log.
func TestNetworkToRedis(t *testing.T) {
	s := newService(t, 2, 1)
	var lines []*faultproxy.Proxy
	for _, h := range s.hubs {
		lines = append(lines, h.storeProxy)
	}
	playThroughNetworkFaults(t, s, lines)
}

// playThroughNetworkFaults plays while faults begin and end on random lines.
func playThroughNetworkFaults(t *testing.T, s *service, lines []*faultproxy.Proxy) {
	t.Helper()
	r := seededRandom(t)
	l := startLoad(t, r, s.urls(), *round, "-rooms", "24", "-ai", "4", "-spectators", "1")
	faults := 0
	for begin := time.Now(); time.Since(begin) < *round && l.playing(); faults++ {
		line := lines[r.IntN(len(lines))]
		injectFault(line, r)
		pause(r, time.Second)
		line.Set(faultproxy.Faults{})
		pause(r, time.Second/2)
	}
	l.verdict(faults)
}

// injectFault applies one random fault to a line.
func injectFault(line *faultproxy.Proxy, r *rand.Rand) {
	switch r.IntN(6) {
	case 0: // slow, and some packets are lost
		line.Set(faultproxy.Faults{Delay: 20 * time.Millisecond, Jitter: 50 * time.Millisecond, Loss: 0.05})
	case 1: // nothing passes, and no connection is reset
		line.Set(faultproxy.Faults{Drop: true})
	case 2: // some connections are reset
		line.Cut(0.5)
	case 3: // all connections are reset, and new ones refused
		line.Set(faultproxy.Faults{Refuse: true})
		line.Cut(1)
	case 4: // the server's end is reset, and the client's end gets no packets
		line.HalfOpen(0.3)
	case 5: // the client's end is reset, and the server's end gets no packets
		line.HalfDead(0.3)
	}
}
