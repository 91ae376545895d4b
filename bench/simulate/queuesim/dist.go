package queuesim

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
)

// Dist is a distribution of times, in seconds.
type Dist interface {
	Draw(rng *rand.Rand) float64
	Mean() float64
}

// Exponential is the exponential distribution with this mean. It has no memory: the time
// that is left does not depend on the time so far.
type Exponential float64

// Draw implements Dist.
func (d Exponential) Draw(rng *rand.Rand) float64 { return rng.ExpFloat64() * float64(d) }

// Mean implements Dist.
func (d Exponential) Mean() float64 { return float64(d) }

// Constant is the distribution of a time that is always the same.
type Constant float64

// Draw implements Dist.
func (d Constant) Draw(*rand.Rand) float64 { return float64(d) }

// Mean implements Dist.
func (d Constant) Mean() float64 { return float64(d) }

// Histogram is a measured distribution. Times are spread evenly within a bucket. All times
// are multiplied by stretch, so that the mean is the measured one.
type Histogram struct {
	bounds     []float64 // upper bounds of the buckets, rising; the first bucket begins at 0
	cumulative []float64 // number of times at or below each bound
	mean       float64
	stretch    float64
}

// NewHistogram makes a distribution from cumulative buckets, as in Prometheus, and from the
// sum of all times. The last bucket must include the times above its bound.
func NewHistogram(bounds, cumulative []float64, sum float64) (*Histogram, error) {
	n := len(bounds)
	if n == 0 || len(cumulative) != n || !slices.IsSorted(bounds) || !slices.IsSorted(cumulative) || bounds[0] <= 0 || cumulative[0] < 0 ||
		cumulative[n-1] <= 0 || !(sum > 0) || math.IsInf(sum, 0) || math.IsInf(bounds[n-1], 0) || slices.ContainsFunc(bounds, math.IsNaN) ||
		slices.ContainsFunc(cumulative, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
		return nil, fmt.Errorf("a histogram must have rising bounds above 0, counts that do not fall, and a sum above 0")
	}
	h := &Histogram{bounds: bounds, cumulative: cumulative, mean: sum / cumulative[n-1], stretch: 1}
	evenSum, low, below := 0.0, 0.0, 0.0
	for i := range bounds {
		evenSum += (low + bounds[i]) / 2 * (cumulative[i] - below)
		low, below = bounds[i], cumulative[i]
	}
	h.stretch = sum / evenSum
	return h, nil
}

// Draw implements Dist.
func (h *Histogram) Draw(rng *rand.Rand) float64 {
	x := rng.Float64() * h.cumulative[len(h.cumulative)-1]
	i, _ := slices.BinarySearch(h.cumulative, math.Nextafter(x, math.Inf(1))) // the first bucket whose cumulative count is above x
	low, below := 0.0, 0.0
	if i > 0 {
		low, below = h.bounds[i-1], h.cumulative[i-1]
	}
	return (low + (h.bounds[i]-low)*(x-below)/(h.cumulative[i]-below)) * h.stretch
}

// Mean implements Dist.
func (h *Histogram) Mean() float64 { return h.mean }

// sample is one line of the histogram of search times by level in Prometheus' text format,
// as a worker's /metrics has it.
var sample = regexp.MustCompile(`^quatre_ai_search_seconds_(bucket|sum|count)\{(.*)\} (\S+)`)

var label = regexp.MustCompile(`(le|level)="([^"]*)"`)

// ReadMeasured reads the search times of all levels from a worker's metrics, in Prometheus'
// text format. Other lines are skipped; a level without measurements is left out.
func ReadMeasured(r io.Reader) (map[string]*Histogram, error) {
	type raw struct {
		bounds, cumulative []float64
		sum, count         float64
	}
	all := map[string]*raw{}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		m := sample.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		labels := map[string]string{}
		for _, l := range label.FindAllStringSubmatch(m[2], -1) {
			labels[l[1]] = l[2]
		}
		value, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %q is not a number", number, m[3])
		}
		level := all[labels["level"]]
		if level == nil {
			level = &raw{}
			all[labels["level"]] = level
		}
		switch m[1] {
		case "sum":
			level.sum = value
		case "count":
			level.count = value
		case "bucket":
			bound, err := strconv.ParseFloat(labels["le"], 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: %q is not a bound", number, labels["le"])
			}
			if !math.IsInf(bound, 1) {
				level.bounds, level.cumulative = append(level.bounds, bound), append(level.cumulative, value)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	measured := map[string]*Histogram{}
	for name, l := range all {
		if l.count == 0 || len(l.cumulative) == 0 {
			continue
		}
		if !slices.IsSorted(append(l.cumulative, l.count)) {
			return nil, fmt.Errorf("level %s: the buckets' counts fall", name)
		}
		l.cumulative[len(l.cumulative)-1] = l.count // include the times above the last bound
		h, err := NewHistogram(l.bounds, l.cumulative, l.sum)
		if err != nil {
			return nil, fmt.Errorf("level %s: %w", name, err)
		}
		measured[name] = h
	}
	return measured, nil
}
