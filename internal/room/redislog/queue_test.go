package redislog

import (
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// TestWaitForShardThatGoesAway: a shard goes away while a worker waits for a job of it. The
// worker gets no error, and then waits for another shard.
func TestWaitForShardThatGoesAway(t *testing.T) {
	for name, begin := range map[string]func(*redistest.Server, testing.TB){
		"dead": (*redistest.Server).Stop,
		"hung": (*redistest.Server).Freeze,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := redistest.NewClusterOf(t, 3, 0)
			s, err := Open(t.Context(), c.URL())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			masters := map[string]*redistest.Server{} // by key
			for _, p := range s.shards {
				masters[p.jobs()] = c.Owner(c.Masters[0].Slot(t, p.jobs()))
			}
			_, keys, ids, err := s.round(t.Context(), "worker")
			if err != nil {
				t.Fatal(err)
			}
			master := masters[keys[0]]
			begin(master, t)
			if err := s.wait(t.Context(), keys, ids); err != nil {
				t.Errorf("wait: %v", err)
			}
			_, keys, _, err = s.round(t.Context(), "worker")
			if err != nil {
				t.Fatalf("the next round: %v", err)
			}
			if masters[keys[0]] == master {
				t.Error("the next round waits for the same master")
			}
		})
	}
}
