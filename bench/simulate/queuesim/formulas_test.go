package queuesim_test

import (
	"flag"
	"math"
	"testing"

	"github.com/quatre/quatre/bench/simulate/queuesim"
)

// The closed formulas are in L. Kleinrock, Queueing Systems, volume 1 (1975): M/M/1 in 3.2,
// M/M/c in 3.5, M/M/1//N in 3.8, M/G/1 in 5.6; preemptive classes in volume 2 (1976), 3.6.
// M/M/c is A. K. Erlang's (1917), M/G/1 F. Pollaczek's (1930) and A. Khinchine's (1932).

var jobs = flag.Int("jobs", 60_000, "turns of each simulation that is compared with a formula: four times as many halve the tolerance")

// expectNear compares a result with a formula. The relative tolerance is for 300,000 turns. The
// seed is fixed. With other seeds, results differed by about a third of the tolerance.
func expectNear(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	tolerance *= math.Sqrt(300_000 / float64(*jobs))
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s is %.5g, by the formula %.5g", what, got, want)
	}
}

func simulate(t *testing.T, c queuesim.Config) queuesim.Result {
	t.Helper()
	c.Jobs, c.Seed = *jobs, 7
	r, err := queuesim.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOneServer(t *testing.T) {
	for _, load := range []float64{0.3, 0.7, 0.8} {
		const mu = 4.0
		r := simulate(t, queuesim.Config{Slots: 1, Turns: []queuesim.Class{{Rate: load * mu, Service: queuesim.Exponential(1 / mu)}}})
		expectNear(t, "utilisation", r.Utilisation, load, 0.01)
		expectNear(t, "rate", r.Rate(), load*mu, 0.01)
		spareRate := mu * (1 - load)
		expectNear(t, "mean reply", r.Turns.Reply.Mean(), 1/spareRate, 0.05)
		expectNear(t, "mean wait", r.Turns.Wait.Mean(), load/spareRate, 0.05)
		for i, q := range []float64{0.5, 0.99, 0.999} { // the reply time has an exponential distribution
			expectNear(t, "quantile", r.Turns.Reply.Quantiles(0.5, 0.99, 0.999)[i], -math.Log(1-q)/spareRate, 0.1)
		}
	}
}

// erlangC is the probability of having to wait for one of c servers.
func erlangC(c int, offered float64) float64 {
	b := 1.0 // Erlang B, by the recursion over servers
	for i := 1; i <= c; i++ {
		b = offered * b / (float64(i) + offered*b)
	}
	return b / (1 - offered/float64(c)*(1-b))
}

func TestManyServers(t *testing.T) {
	for _, c := range []struct {
		slots int
		load  float64
	}{{2, 0.7}, {8, 0.7}, {50, 0.85}} {
		offered := float64(c.slots) * c.load
		r := simulate(t, queuesim.Config{Slots: c.slots, Turns: []queuesim.Class{{Rate: offered, Service: queuesim.Exponential(1)}}})
		p, spareRate := erlangC(c.slots, offered), float64(c.slots)*(1-c.load)
		waited := 0
		for _, w := range r.Turns.Wait {
			if w > 0 {
				waited++
			}
		}
		expectNear(t, "share that waits", float64(waited)/float64(len(r.Turns.Wait)), p, 0.06)
		expectNear(t, "mean wait", r.Turns.Wait.Mean(), p/spareRate, 0.08)
		expectNear(t, "p99 of the wait", r.Turns.Wait.Quantiles(0.99)[0], math.Log(p/0.01)/spareRate, 0.1)
	}
}

func TestServiceOfAnyKind(t *testing.T) {
	uniform, err := queuesim.NewHistogram([]float64{1}, []float64{10}, 5) // evenly between 0 and 1
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		dist   queuesim.Dist
		square float64 // the mean of the squares
	}{{"constant", queuesim.Constant(0.5), 0.25}, {"uniform", uniform, 1.0 / 3}} {
		const rate = 1.5
		r := simulate(t, queuesim.Config{Slots: 1, Turns: []queuesim.Class{{Rate: rate, Service: c.dist}}})
		expectNear(t, c.name+": mean wait", r.Turns.Wait.Mean(), rate*c.square/(2*(1-rate*c.dist.Mean())), 0.05)
	}
	// The overhead is a part of the service time.
	r := simulate(t, queuesim.Config{Slots: 1, Overhead: 0.2, Turns: []queuesim.Class{{Rate: 1.5, Service: queuesim.Constant(0.3)}}})
	expectNear(t, "overhead: mean wait", r.Turns.Wait.Mean(), 1.5*0.25/(2*(1-1.5*0.5)), 0.05)
}

func TestRooms(t *testing.T) {
	const rooms, think, service = 8, 3.0, 0.5
	r := simulate(t, queuesim.Config{Slots: 1, Turns: []queuesim.Class{
		{Rooms: rooms, Think: queuesim.Exponential(think), Service: queuesim.Exponential(service)},
	}})
	sum, term := 1.0, 1.0 // the probabilities of 0, 1 … rooms that wait, up to a factor
	for k := range rooms {
		term *= float64(rooms-k) * service / think
		sum += term
	}
	rate := (1 - 1/sum) / service
	expectNear(t, "rate", r.Rate(), rate, 0.02)
	expectNear(t, "mean reply", r.Turns.Reply.Mean(), rooms/rate-think, 0.03) // Little's law
}

func TestAnalysesGiveWay(t *testing.T) {
	const turns, analyses, turn, analysis = 0.8, 0.15, 0.5, 2.0
	alone := queuesim.Config{Slots: 1, Turns: []queuesim.Class{{Rate: turns, Service: queuesim.Exponential(turn)}}}
	both := alone
	both.Analyses = queuesim.Class{Name: "analyses", Rate: analyses, Service: queuesim.Exponential(analysis)}
	r := simulate(t, both)
	a, b := turns*turn, analyses*analysis
	expectNear(t, "mean reply", r.Turns.Reply.Mean(), turn/(1-a), 0.04)
	expectNear(t, "mean of an analysis", r.Analyses.Reply.Mean(),
		(analysis*(1-a-b)+turns*turn*turn+analyses*analysis*analysis)/((1-a)*(1-a-b)), 0.05)
	expectNear(t, "share of turns", r.Utilisation, a, 0.02)
	expectNear(t, "share of analyses", r.AnalysisUtilisation, b, 0.03)
}
