package chaos

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestKill kills hubs, workers and Redis at random moments. Each restarts after up to a second.
func TestKill(t *testing.T) {
	playThroughCrashes(t, newService(t, 2, 2), true)
}

// TestKillUnsynced kills a Redis that never calls fsync. Written data survives the
// crash of a process; only a crash of the machine would lose it.
func TestKillUnsynced(t *testing.T) {
	playThroughCrashes(t, newService(t, 2, 1, "--appendfsync", "no"), false)
}

// crash kills a process, which starts again after up to a second.
func crash(r *rand.Rand, p interface {
	kill()
	restart()
},
) {
	p.kill()
	pause(r, time.Second)
	p.restart()
}

// playThroughCrashes plays while it kills Redis, and also hubs and workers if killAll is
// true.
func playThroughCrashes(t *testing.T, s *service, killAll bool) {
	t.Helper()
	r := seededRandom(t)
	l := startLoad(t, r, s.urls(), *round, "-rooms", "24", "-ai", "6", "-spectators", "1")
	faults := 0
	for begin := time.Now(); time.Since(begin) < *round && l.playing(); faults++ {
		pause(r, time.Second)
		victim := r.IntN(5)
		switch {
		case !killAll || victim == 0:
			s.redis.Stop(t)
			pause(r, time.Second)
			s.redis.Restart(t)
		case victim <= 2:
			crash(r, s.hubs[victim-1])
		default:
			crash(r, s.workers[victim-3])
		}
	}
	l.verdict(faults)
}
