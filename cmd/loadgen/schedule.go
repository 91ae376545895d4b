package main

import (
	"math/rand/v2"
	"time"
)

// startSchedule begins to request moves at the configured rate, whether earlier moves have been
// answered or not. So a pause of the server counts for every move that was due during the
// pause. Without this, the worst latencies are never measured: "coordinated omission"
// (Gil Tene, "How NOT to Measure Latency", 2013). Moves are due at random times, as a
// Poisson process. Rooms take turns, because only one player of a room can move at a time.
func (r *run) startSchedule() {
	random := rand.New(rand.NewPCG(r.cfg.seed, 1<<40))
	r.goroutines.Go(func() {
		for n, due := 0, r.now(); ; n++ {
			sleep(r.ctx, due-r.now())
			if !r.playing.Load() {
				return
			}
			rooms := r.activeMatches()
			rooms[n%len(rooms)].scheduleMove(due)
			due += time.Duration(random.ExpFloat64() / r.cfg.rate * float64(time.Second))
		}
	})
}
