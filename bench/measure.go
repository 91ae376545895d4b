package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
)

// kind says what a load does with the cores.
type kind int

const (
	saturates    kind = iota // a closed loop: the server's core must be busy all the time
	openLoop                 // moves come at a rate, so latencies count
	waitsForDisk             // a closed loop, but nobody knows when the disk is done
	quiet                    // nothing is expected
)

// load is a load, as arguments of loadgen.
type load struct {
	title string
	kind  kind
	args  []string
}

// pair is a load on servers.
type pair struct {
	servers servers
	load    load
}

// figures are the measurements of one round. CPU times are microseconds a move, latencies
// milliseconds.
type figures struct {
	moves       float64 // a second
	serverCPU   float64 // all hubs together
	redisCPU    float64 // without a replica
	workerCPU   float64
	search      float64 // mean CPU and time of a search of the worker
	connection  float64 // bytes a connection
	p99ms       float64 // from a move to the opponent, or to the AI's reply
	p999ms      float64
	serverShare float64 // of one core, all hubs together

	// shares of a core
	serverCore    float64 // used by the servers under test and Redis
	generatorCore float64 // used by the generator, and by the worker and the replica
	foreign       [2]float64
}

func (f figures) server() float64             { return f.serverCPU }
func (f figures) all() float64                { return f.serverCPU + f.redisCPU }
func (f figures) p99() float64                { return f.p99ms }
func (f figures) p999() float64               { return f.p999ms }
func (f figures) memory() float64             { return f.connection / 1000 }
func (f figures) percent() float64            { return 100 * f.serverShare }
func (f figures) interval() float64           { return 1000 / f.moves }
func (f figures) workerBesideSearch() float64 { return f.workerCPU - f.search }

// measurement is the result of a pair: the median of each figure, and the rounds.
type measurement struct {
	pair
	figures
	rounds []figures
}

// measure makes the measurements of pairs, unless this run has made them. The pairs take
// turns, so that a change of the machine's speed meets all of them.
func (b *bench) measure(pairs ...pair) ([]*measurement, error) {
	all := make([]*measurement, len(pairs))
	var missing []*measurement
	for i, p := range pairs {
		known := slices.IndexFunc(b.measured, func(m *measurement) bool { return reflect.DeepEqual(m.pair, p) })
		if known < 0 {
			m := &measurement{pair: p}
			b.measured, missing = append(b.measured, m), append(missing, m)
			known = len(b.measured) - 1
		}
		all[i] = b.measured[known]
	}
	for round := range b.rounds {
		for _, m := range missing {
			f, err := b.measureOnce(m.pair)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", m.servers.title, m.load.title, err)
			}
			fmt.Fprintf(b.stderr, "round %d: %s, %s: %s\n", round+1, m.servers.title, m.load.title, f)
			m.rounds = append(m.rounds, f)
		}
	}
	for _, m := range missing {
		m.figures = medians(m.rounds)
	}
	return all, nil
}

func (f figures) String() string {
	return fmt.Sprintf("%.0f moves/s, server %.1f µs, Redis %.1f µs, p99 %.2f ms, p99.9 %.2f ms; busy %.0f and %.0f %%, others %.0f and %.0f %%",
		f.moves, f.serverCPU, f.redisCPU, f.p99ms, f.p999ms, 100*f.serverCore, 100*f.generatorCore, 100*f.foreign[0], 100*f.foreign[1])
}

// medians returns the median of each figure.
func medians(rounds []figures) figures {
	median := func(field func(*figures) *float64) float64 {
		var all []float64
		for _, f := range rounds {
			all = append(all, *field(&f))
		}
		slices.SortFunc(all, cmp.Compare[float64])
		return all[len(all)/2]
	}
	var m figures
	for _, field := range []func(*figures) *float64{
		func(f *figures) *float64 { return &f.moves },
		func(f *figures) *float64 { return &f.serverCPU },
		func(f *figures) *float64 { return &f.redisCPU },
		func(f *figures) *float64 { return &f.workerCPU },
		func(f *figures) *float64 { return &f.search },
		func(f *figures) *float64 { return &f.connection },
		func(f *figures) *float64 { return &f.p99ms },
		func(f *figures) *float64 { return &f.p999ms },
		func(f *figures) *float64 { return &f.serverShare },
		func(f *figures) *float64 { return &f.serverCore },
		func(f *figures) *float64 { return &f.generatorCore },
		func(f *figures) *float64 { return &f.foreign[0] },
		func(f *figures) *float64 { return &f.foreign[1] },
	} {
		*field(&m) = median(field)
	}
	return m
}
