package main

import (
	"fmt"
	"slices"
	"strings"
)

// Limits of what a measurement may be, so that its figures count. Shares are of a core.
const (
	minSaturation = 0.9  // of the server's core, in a closed loop
	maxForeign    = 0.1  // of either core, by programs that bench has not started, by the kernel, and by other virtual machines
	maxSpread     = 0.25 // of the CPU of a move: the difference of the highest and the lowest round to the median
	maxJitter     = 1.0  // of the p99 of an open loop: the same
)

// noise says why the figures of a measurement do not count. Empty: they count.
func (m *measurement) noise() string {
	var why []string
	if m.load.kind == saturates && m.serverCore < minSaturation {
		why = append(why, fmt.Sprintf("the server's core was only %.0f %% busy", 100*m.serverCore))
	}
	for i, name := range []string{"server", "generator"} {
		if m.foreign[i] > maxForeign {
			why = append(why, fmt.Sprintf("others used %.0f %% of the %s's core", 100*m.foreign[i], name))
		}
	}
	switch {
	case m.load.kind == saturates && m.spread(figures.all) > maxSpread:
		why = append(why, fmt.Sprintf("the rounds differ by %.0f %%", 100*m.spread(figures.all)))
	case m.load.kind == openLoop && m.spread(figures.p99) > maxJitter:
		why = append(why, fmt.Sprintf("the p99 of the rounds differs by %.0f %%", 100*m.spread(figures.p99)))
	}
	return strings.Join(why, ", ")
}

// spread returns the difference of the highest and the lowest round, as a share of the
// median.
func (m *measurement) spread(of figure) float64 {
	var all []float64
	for _, f := range m.rounds {
		all = append(all, of(f))
	}
	if middle := of(m.figures); middle > 0 {
		return (slices.Max(all) - slices.Min(all)) / middle
	}
	return 0
}

// noisy reports whether any figure is noise.
func (b *bench) noisy() bool {
	return slices.ContainsFunc(b.measured, func(m *measurement) bool { return m.noise() != "" })
}
