package queuesim

import (
	"math"
	"slices"
)

// Times are how long jobs waited and how long they took with that, in seconds, in the
// order in which they ended.
type Times struct {
	Wait  Sample // for a slot
	Reply Sample // from coming to the end
}

func (t *Times) add(wait, reply float64) {
	t.Wait = append(t.Wait, wait)
	t.Reply = append(t.Reply, reply)
}

// Sample is a number of measurements.
type Sample []float64

// Mean returns the mean, 0 of none.
func (s Sample) Mean() float64 {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return sum / float64(max(len(s), 1))
}

// Quantiles returns for each q in 0 to 1 the least measurement that at least that part of
// all do not exceed (the nearest rank); 0 of none.
func (s Sample) Quantiles(qs ...float64) []float64 {
	sorted := slices.Sorted(slices.Values(s))
	out := make([]float64, len(qs))
	for i, q := range qs {
		if len(sorted) > 0 {
			rank := int(math.Ceil(q*float64(len(sorted)))) - 1
			out[i] = sorted[min(max(rank, 0), len(sorted)-1)]
		}
	}
	return out
}
