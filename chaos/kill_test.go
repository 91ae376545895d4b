package chaos

import (
	"testing"
	"time"
)

// TestKill ends hubs, workers and Redis as a crash does, at random moments, again
// and again, each for up to a second.
func TestKill(t *testing.T) {
	kills(t, newService(t, 2, 2), true)
}

// TestKillUnsynced does so with a Redis that leaves it to the operating system
// when the log reaches the disk: what a process has written survives its crash
// all the same.
func TestKillUnsynced(t *testing.T) {
	kills(t, newService(t, 2, 1, "--appendfsync", "no"), false)
}

// kills plays through crashes: all of Redis and, if everything is said, of hubs
// and workers too.
func kills(t *testing.T, s *service, everything bool) {
	t.Helper()
	r := dice(t)
	l := startLoad(t, r, s.urls(), *round, "-rooms", "24", "-ai", "6", "-spectators", "1")
	faults := 0
	for begin := time.Now(); time.Since(begin) < *round && l.playing(); faults++ {
		pause(r, time.Second)
		victim := r.IntN(5)
		switch {
		case !everything || victim == 0:
			s.redis.Stop(t)
			pause(r, time.Second)
			s.redis.Restart(t)
		case victim <= 2:
			h := s.hubs[victim-1]
			h.kill()
			pause(r, time.Second)
			h.restart()
		default:
			w := s.workers[victim-3]
			w.kill()
			pause(r, time.Second)
			w.restart()
		}
	}
	l.verdict(faults)
}
