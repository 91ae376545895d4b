package main

import (
	"math/rand/v2"
	"time"
)

// schedule requests moves at the configured rate, whether earlier moves have been
// answered or not. So a pause of the server counts for every move that was due during the
// pause. Without this, the worst latencies are never measured: "coordinated omission"
// (Gil Tene, "How NOT to Measure Latency", 2013). Moves are due at random times, as a
// Poisson process. Rooms take turns, because only one player of a room can move at a time.
type schedule struct {
	run    *run
	random *rand.Rand
	due    time.Duration // when the next move is due, since the start of the run
	moves  int           // requested so far
}

// startSchedule begins to request moves.
func (r *run) startSchedule() {
	s := &schedule{run: r, random: rand.New(rand.NewPCG(r.cfg.seed, 1<<40)), due: r.now()}
	r.goroutines.Go(func() {
		for r.playing.Load() {
			sleep(r.ctx, time.Until(r.start.Add(s.requestDue())))
		}
	})
}

// requestDue requests all moves that are due, and returns when the next one is due.
func (s *schedule) requestDue() time.Duration {
	for s.due <= s.run.now() {
		rooms := s.run.activeMatches()
		rooms[s.moves%len(rooms)].scheduleMove(s.due)
		s.moves++
		s.due += time.Duration(s.random.ExpFloat64() / s.run.cfg.rate * float64(time.Second))
	}
	return s.due
}
