package main

import (
	"sync"
	"testing"
	"time"
)

func TestQuantiles(t *testing.T) {
	var l latencies
	if l.quantile(0.5) != 0 {
		t.Error("there is a median of nothing")
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range 250 {
				l.record(time.Duration(4*i + worker + 1)) // 1 to 1000, in any order
			}
		})
	}
	group.Wait()
	l.record(-time.Second) // counts as 0
	for q, want := range map[float64]time.Duration{0: 0, 0.0005: 0, 0.001: 1, 0.5: 500, 0.999: 999, 1: 1000} {
		if got := l.quantile(q); got != want {
			t.Errorf("the quantile %v is %v, not %v", q, got, want)
		}
	}
}
