package queuesim_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/bench/simulate/queuesim"
)

// listed draws the times of a list, one after another.
type listed struct {
	times []float64
	next  *int
}

func (l listed) Draw(*rand.Rand) float64 {
	*l.next++
	return l.times[(*l.next-1)%len(l.times)]
}

func (l listed) Mean() float64 { return 1 }

// TestEqualsRecursion compares each wait with the recursion of J. Kiefer and J. Wolfowitz
// ("On the theory of queues with many servers", 1955): each arrival gets the server that is
// free first. The arrival times are drawn from the same seed.
func TestEqualsRecursion(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		slots := rapid.IntRange(1, 5).Draw(rt, "slots")
		rate := rapid.Float64Range(0.1, 10).Draw(rt, "rate")
		service := rapid.SliceOfN(rapid.Float64Range(0, 2), 1, 20).Draw(rt, "service")
		seed := rapid.Uint64().Draw(rt, "seed")
		const jobs = 60
		r, err := queuesim.Run(queuesim.Config{Slots: slots, Jobs: jobs, Seed: seed, Turns: []queuesim.Class{
			{Rate: rate, Service: listed{service, new(int)}},
		}})
		if err != nil {
			rt.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		free := make([]float64, slots)
		type served struct{ wait, end float64 }
		var all []served
		came := 0.0
		for i := range 40 * jobs { // more jobs than arrive in the simulation
			came += rng.ExpFloat64() / rate
			slices.Sort(free)
			begun := max(came, free[0])
			free[0] = begun + service[i%len(service)]
			all = append(all, served{begun - came, free[0]})
		}
		slices.SortStableFunc(all, func(a, b served) int {
			if a.end < b.end {
				return -1
			} else if a.end > b.end {
				return 1
			}
			return 0
		})
		for i, wait := range r.Turns.Wait {
			if want := all[jobs/10+i].wait; !(wait-want < 1e-9 && want-wait < 1e-9) {
				rt.Fatalf("the job that ended as number %d waited %g, by the recursion %g", jobs/10+i, wait, want)
			}
		}
	})
}

func TestRepeats(t *testing.T) {
	c := queuesim.Config{Slots: 2, Jobs: 1000, Seed: 5, Turns: []queuesim.Class{
		{Name: "a", Rate: 2, Service: queuesim.Exponential(0.3)},
		{Name: "b", Rooms: 4, Think: queuesim.Constant(1), Service: queuesim.Constant(0.2)},
	}}
	first, err := queuesim.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := queuesim.Run(c); err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("a second run has another result (error %v)", err)
	}
	a, b := first.ByClass["a"], first.ByClass["b"]
	if len(a.Wait) == 0 || len(b.Wait) == 0 || len(a.Wait)+len(b.Wait) != 1000 || len(first.Turns.Reply) != 1000 {
		t.Errorf("%d and %d of 1000 turns", len(a.Wait), len(b.Wait))
	}
}

func TestRefusedConfigs(t *testing.T) {
	good := queuesim.Class{Name: "x", Rate: 1, Service: queuesim.Constant(1)}
	for _, c := range []struct {
		want string
		cfg  queuesim.Config
	}{
		{"at least 1", queuesim.Config{Jobs: 1, Turns: []queuesim.Class{good}}},
		{"0 jobs", queuesim.Config{Slots: 1, Turns: []queuesim.Class{good}}},
		{"no turns", queuesim.Config{Slots: 1, Jobs: 1}},
		{"is missing", queuesim.Config{Slots: 1, Jobs: 1, Turns: []queuesim.Class{{Rate: 1}}}},
		{"is missing", queuesim.Config{Slots: 1, Jobs: 1, Turns: []queuesim.Class{{Rooms: 1, Service: queuesim.Constant(1)}}}},
		{"either", queuesim.Config{Slots: 1, Jobs: 1, Turns: []queuesim.Class{{Rooms: 1, Rate: 1, Service: queuesim.Constant(1)}}}},
		{"overhead", queuesim.Config{Slots: 1, Jobs: 1, Overhead: -1, Turns: []queuesim.Class{good}}},
		{"a rate, not rooms", queuesim.Config{Slots: 1, Jobs: 1, Analyses: queuesim.Class{Rooms: 1}, Turns: []queuesim.Class{good}}},
	} {
		if _, err := queuesim.Run(c.cfg); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got error %v, want one with %q", c.cfg, err, c.want)
		}
	}
}

const metrics = `# HELP quatre_ai_search_seconds Time to choose a move, by level.
# TYPE quatre_ai_search_seconds histogram
quatre_ai_search_seconds_bucket{level="easy",le="0.001"} 50
quatre_ai_search_seconds_bucket{level="easy",le="0.004"} 90
quatre_ai_search_seconds_bucket{level="easy",le="+Inf"} 100
quatre_ai_search_seconds_sum{level="easy"} 0.2
quatre_ai_search_seconds_count{level="easy"} 100
quatre_ai_search_seconds_bucket{level="expert",le="0.004"} 0
quatre_ai_search_seconds_bucket{level="expert",le="+Inf"} 0
quatre_ai_search_seconds_sum{level="expert"} 0
quatre_ai_search_seconds_count{level="expert"} 0
quatre_ai_search_nodes_total{level="easy"} 12
`

func TestReadMeasured(t *testing.T) {
	all, err := queuesim.ReadMeasured(strings.NewReader(metrics))
	if err != nil || len(all) != 1 || all["easy"].Mean() != 0.002 {
		t.Fatalf("%v, error %v", all, err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	sum, low := 0.0, 0
	const draws = 100_000
	stretch := 0.2 / (50*0.0005 + 50*0.0025)
	for range draws {
		x := all["easy"].Draw(rng)
		sum += x
		if x <= 0.001*stretch {
			low++
		}
	}
	expectNear(t, "mean", sum/draws, 0.002, 0.02)
	expectNear(t, "share in the first bucket", float64(low)/draws, 0.5, 0.02)
	for _, bad := range []string{
		strings.Replace(metrics, `le="0.001"`, `le="soon"`, 1),
		strings.Replace(metrics, "} 50", "} many", 1),
		strings.Replace(metrics, "} 50", "} 95", 1),
		strings.Replace(metrics, "} 0.2", "} -1", 1),
	} {
		if _, err := queuesim.ReadMeasured(strings.NewReader(bad)); err == nil {
			t.Errorf("no error for\n%s", bad)
		}
	}
}

// FuzzReadMeasured checks that accepted histograms give times of at least 0.
func FuzzReadMeasured(f *testing.F) {
	f.Add(metrics)
	f.Add("quatre_ai_search_seconds_count{level=\"\"} NaN")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := queuesim.ReadMeasured(strings.NewReader(text))
		if err != nil {
			return
		}
		rng := rand.New(rand.NewPCG(1, 1))
		for _, h := range all {
			for range 10 {
				if x := h.Draw(rng); !(x >= 0) {
					t.Fatalf("drew %g", x)
				}
			}
		}
	})
}
