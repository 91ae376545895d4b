package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// result is one line of the table.
type result struct {
	name           string
	unit           string
	hub, reference float64
	bar            float64 // the highest ratio that is acceptable
}

func (r result) write(w io.Writer) {
	ratio := r.hub / r.reference
	verdict := "ok"
	if !(ratio <= r.bar) { // NaN too, if it could not be measured
		verdict = "OVER"
	}
	fmt.Fprintf(w, "%s\t%.1f %s\t%.1f %s\t%.2f\t%.1f\t%s\n", r.name, r.hub, r.unit, r.reference, r.unit, ratio, r.bar, verdict)
}

// bench makes measurements.
type bench struct {
	options
	stderr io.Writer
	cache  map[string]figures // by server and load; some lines share a load
}

// measurements maps each value of -rows to the function that measures its lines.
var measurements = map[string]func(*bench) ([]result, error){
	"small": func(b *bench) ([]result, error) { return b.closedLoop(50) },
	"large": func(b *bench) ([]result, error) { return b.closedLoop(500) },
	"idle":  (*bench).idleMemory,
	"open":  (*bench).openLoop,
	"scale": (*bench).roomScaling,
}

// closedLoop measures the CPU time of a move when every player moves at once (a closed loop).
func (b *bench) closedLoop(rooms int) ([]result, error) {
	hub, err := b.measure("hub", b.roomsFlag(rooms)...)
	if err != nil {
		return nil, err
	}
	relay, err := b.measure("relay", b.roomsFlag(rooms)...)
	return []result{
		{fmt.Sprintf("hub CPU a move, %d rooms ÷ relay", rooms), "µs", hub.cpu, relay.cpu, 1.5},
		{fmt.Sprintf("hub + Redis CPU a move, %d rooms ÷ relay", rooms), "µs", hub.cpu + hub.redis, relay.cpu, 2.2},
	}, err
}

// idleMemory measures the memory of an idle connection.
func (b *bench) idleMemory() ([]result, error) {
	n := b.scaled(10_000)
	load := []string{"-rooms", "0", "-idle", fmt.Sprint(n)}
	hub, err := b.measure("hub", load...)
	if err != nil {
		return nil, err
	}
	relay, err := b.measure("relay", load...)
	return []result{{fmt.Sprintf("hub memory a connection, %d idle ÷ relay", n), "kB", hub.memory / 1000, relay.memory / 1000, 1.4}}, err
}

// openLoop measures the latency from a move to the opponent at a constant rate (an open loop).
func (b *bench) openLoop() ([]result, error) {
	load := []string{"-rooms", fmt.Sprint(b.scaled(500)), "-mode", "open", "-rate", fmt.Sprint(b.scaled(1000))}
	hub, err := b.measure("hub", load...)
	if err != nil {
		return nil, err
	}
	relay, err := b.measure("relay", load...)
	return []result{{"p99 move to opponent, 1,000 moves/s, 500 rooms ÷ relay", "ms", hub.p99, relay.p99, 3}}, err
}

// roomScaling compares the CPU time of a move with many rooms and with few.
func (b *bench) roomScaling() ([]result, error) {
	many, err := b.measure("hub", b.roomsFlag(5000)...)
	if err != nil {
		return nil, err
	}
	few, err := b.measure("hub", b.roomsFlag(50)...)
	return []result{{"hub + Redis CPU a move, 5,000 rooms ÷ 50", "µs", many.cpu + many.redis, few.cpu + few.redis, 1.5}}, err
}

// roomsFlag returns the flags of loadgen for this number of rooms.
func (b *bench) roomsFlag(rooms int) []string { return []string{"-rooms", fmt.Sprint(b.scaled(rooms))} }

// scaled returns n, or a twentieth of it in a quick run.
func (b *bench) scaled(n int) int {
	if b.quick {
		return max(n/20, 2)
	}
	return n
}

// figures are the measurements of one load.
type figures struct {
	cpu, redis float64 // microseconds a move
	memory     float64 // bytes a connection
	p99        float64 // milliseconds
}

// medians returns the median of each figure.
func medians(rounds []figures) figures {
	median := func(field func(figures) float64) float64 {
		sorted := slices.SortedFunc(func(yield func(float64) bool) {
			for _, f := range rounds {
				if !yield(field(f)) {
					return
				}
			}
		}, cmp.Compare[float64])
		return sorted[len(sorted)/2]
	}
	return figures{
		cpu:    median(func(f figures) float64 { return f.cpu }),
		redis:  median(func(f figures) float64 { return f.redis }),
		memory: median(func(f figures) float64 { return f.memory }),
		p99:    median(func(f figures) float64 { return f.p99 }),
	}
}
