package main

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

// The quantiles of a histogram are those of the sorted values, to its precision.
func TestQuantiles(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var h histogram
	var all []time.Duration
	for range 20_000 {
		d := time.Duration(random.ExpFloat64() * float64(random.Int64N(int64(time.Second))))
		h.record(d)
		all = append(all, d)
	}
	slices.Sort(all)
	for _, q := range []float64{0.001, 0.5, 0.99, 0.999, 1} {
		want := all[max(0, int(q*float64(len(all))+0.999999)-1)]
		got := h.quantile(q)
		if got < want || float64(got-want) > float64(want)/1000+1 {
			t.Errorf("the quantile %v is %v, not %v", q, got, want)
		}
	}
	if h.quantile(1) != all[len(all)-1] {
		t.Errorf("the largest is %v, not %v", h.quantile(1), all[len(all)-1])
	}
}

func TestExtremes(t *testing.T) {
	var h histogram
	if h.quantile(0.5) != 0 {
		t.Error("an empty histogram has a median")
	}
	h.record(-time.Second)
	h.record(1000 * time.Hour)
	if h.quantile(0.5) != 0 || h.quantile(1) != 1000*time.Hour {
		t.Error("values beyond both ends are not counted at the ends")
	}
}

func TestConcurrentRecords(t *testing.T) {
	var h histogram
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 1000 {
				h.record(time.Duration(i))
			}
		})
	}
	group.Wait()
	if n := h.counts.TotalCount(); n != 4000 {
		t.Errorf("%d of 4000 were counted", n)
	}
}
