package main

import (
	"flag"
	"fmt"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"
)

var (
	latencyGames   = flag.Int("games", 2, "TestPerfectLatency: number of `games`")
	latencyPlayers = flag.Int("players", 1, "TestPerfectLatency: games to play at once")
	latencyVariant = flag.String("variant", "connect4:7x6:4", "TestPerfectLatency: `variant` to play")
)

// TestPerfectLatency plays games against the perfect level through two hubs and two workers.
// It logs the times of the AI's replies and the peak memory of the workers:
//
//	go test ./cmd/hub -run PerfectLatency -games 200 -v
//
// The player makes a winning move if there is one, else a random move. The test fails if a
// game does not end or if the perfect level loses. (A player who moves first could win in
// theory, but not by random moves.) Time and memory depend on the machine, so they are not
// checked.
func TestPerfectLatency(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	c := startCluster(t)
	workers := []*worker{c.startWorker(2), c.startWorker(2)}
	var (
		mu      sync.Mutex
		replies []time.Duration
		results [3]int // drawn, won by the person, won by the AI
		next    = make(chan int)
		players sync.WaitGroup
	)
	for p := range *latencyPlayers {
		players.Go(func() {
			for i := range next {
				g := c.startGame(t, i%2, fmt.Sprint("player", p, "-", i), *latencyVariant, "perfect", i/2%2 == 0)
				took := g.play(t.Context())
				mu.Lock()
				replies = append(replies, took...)
				results[g.state.End.Winner]++
				mu.Unlock()
				if g.state.End.Winner == 1 {
					t.Errorf("the perfect level lost game %d", i)
				}
			}
		})
	}
	for i := range *latencyGames {
		next <- i
	}
	close(next)
	players.Wait()
	if n := results[0] + results[1] + results[2]; n != *latencyGames || len(replies) == 0 {
		t.Fatalf("%d of %d games ended, with %d replies", n, *latencyGames, len(replies))
	}
	slices.Sort(replies)
	t.Logf("%d games at perfect on %s: %d won, %d drawn, %d lost by it", *latencyGames, *latencyVariant, results[2], results[0], results[1])
	t.Logf("%d replies: p50 %v, p99 %v, max %v", len(replies), quantile(replies, 0.5), quantile(replies, 0.99), quantile(replies, 1))
	for i, w := range workers {
		w.end(syscall.SIGTERM)
		if code := w.cmd.ProcessState.ExitCode(); code != 0 {
			t.Errorf("worker %d: exit status %d: %s", i+1, code, w.log)
		}
		t.Logf("worker %d: peak resident memory %.0f MB", i+1, float64(w.peakMemory())/1e6)
	}
}

// quantile returns the q-quantile of sorted values, by the nearest-rank method.
func quantile(sorted []time.Duration, q float64) time.Duration {
	rank := int(float64(len(sorted))*q+0.999999) - 1
	return sorted[min(max(rank, 0), len(sorted)-1)].Round(time.Microsecond * 100)
}
