package queuesim

import (
	"math"
	"slices"
)

// Times are the waits and the reply times of jobs, in seconds, in the order in which the
// jobs ended.
type Times struct {
	Wait  Sample // for a slot
	Reply Sample // from arrival to end, including the wait
}

func (t *Times) add(wait, reply float64) {
	t.Wait = append(t.Wait, wait)
	t.Reply = append(t.Reply, reply)
}

// Sample is a list of measurements.
type Sample []float64

// Mean returns the mean, or 0 if s is empty.
func (s Sample) Mean() float64 {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return sum / float64(max(len(s), 1))
}

// Quantiles returns the quantile for each q from 0 to 1: the smallest measurement that at
// least the share q of all does not exceed (the nearest rank). It is 0 if s is empty.
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
