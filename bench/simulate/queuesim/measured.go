package queuesim

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"slices"
)

// measuredText is the output of simulate -measure. Its first lines say when and how it was
// made.
//
//go:embed measured.txt
var measuredText []byte

// Measured returns the search times by level that were measured when this program was
// made. Another machine has other times: simulate -measure measures them.
func Measured() (map[string]*Histogram, error) { return ReadMeasured(bytes.NewReader(measuredText)) }

// bounds are the bucket bounds of the histograms that Recorder writes: 10 µs to 10 s, each 1.25 times
// the one before.
var bounds = func() (all []float64) {
	for b := 1e-5; b < 10; b *= 1.25 {
		all = append(all, b)
	}
	return all
}()

// Recorder records search times of one level.
type Recorder struct {
	counts []float64
	sum    float64
	n      int
}

// Add records a time in seconds.
func (r *Recorder) Add(seconds float64) {
	if r.counts == nil {
		r.counts = make([]float64, len(bounds))
	}
	i, _ := slices.BinarySearch(bounds, seconds)
	r.counts[min(i, len(bounds)-1)]++
	r.sum += seconds
	r.n++
}

// Write writes the histogram as ReadMeasured reads it, without empty buckets at both ends.
func (r *Recorder) Write(w io.Writer, level string) error {
	var text bytes.Buffer
	cumulative := 0.0
	for i, c := range r.counts {
		if cumulative += c; cumulative == 0 && (i+1 == len(r.counts) || r.counts[i+1] == 0) {
			continue
		}
		fmt.Fprintf(&text, "quatre_ai_search_seconds_bucket{level=%q,le=\"%.4g\"} %g\n", level, bounds[i], cumulative)
		if cumulative == float64(r.n) {
			break
		}
	}
	fmt.Fprintf(&text, "quatre_ai_search_seconds_sum{level=%q} %.6g\n", level, r.sum)
	fmt.Fprintf(&text, "quatre_ai_search_seconds_count{level=%q} %d\n", level, r.n)
	_, err := w.Write(text.Bytes())
	return err
}
