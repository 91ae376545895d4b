package chaos

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/faultproxy"
)

// TestNetworkToClients breaks the lines between clients and hubs. Commands that
// were cut off arrive twice: their clients send them again.
func TestNetworkToClients(t *testing.T) {
	s := newService(t, 2, 1)
	var lines []*faultproxy.Proxy
	for _, h := range s.hubs {
		lines = append(lines, h.front)
	}
	breaks(t, s, lines, "-slow", "4")
}

// TestNetworkToRedis breaks the lines between hubs and Redis. What Redis carried
// out while the answer was lost is found in the log when it is sent again.
func TestNetworkToRedis(t *testing.T) {
	s := newService(t, 2, 1)
	var lines []*faultproxy.Proxy
	for _, h := range s.hubs {
		lines = append(lines, h.back)
	}
	breaks(t, s, lines)
}

// breaks plays through all that a network does.
func breaks(t *testing.T, s *service, lines []*faultproxy.Proxy, flags ...string) {
	t.Helper()
	r := dice(t)
	l := startLoad(t, r, s.urls(), *round, append([]string{"-rooms", "24", "-ai", "4", "-spectators", "1"}, flags...)...)
	faults := 0
	for begin := time.Now(); time.Since(begin) < *round && l.playing(); faults++ {
		line := lines[r.IntN(len(lines))]
		wound(line, r)
		pause(r, time.Second)
		line.Set(faultproxy.Faults{})
		pause(r, time.Second/2)
	}
	l.verdict(faults)
}

// wound does one of the things that happen to a line.
func wound(line *faultproxy.Proxy, r *rand.Rand) {
	switch r.IntN(6) {
	case 0: // late, and some packets are lost
		line.Set(faultproxy.Faults{Delay: 20 * time.Millisecond, Jitter: 50 * time.Millisecond, Loss: 0.05})
	case 1: // dead, and nobody is told
		line.Set(faultproxy.Faults{Drop: true})
	case 2: // cut, for some
		line.Cut(0.5)
	case 3: // cut, for all, and closed for a while
		line.Set(faultproxy.Faults{Refuse: true})
		line.Cut(1)
	case 4: // the far end is gone, and the near one does not know
		line.HalfOpen(0.3)
	case 5: // the other way round
		line.HalfDead(0.3)
	}
}
