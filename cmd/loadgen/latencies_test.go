package main

import (
	"sync"
	"testing"
	"time"
)

func TestQuantiles(t *testing.T) {
	var l latencies
	if got := l.latency(); got != (latency{}) {
		t.Errorf("the latency of nothing is %v", got)
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range 250 {
				l.record(time.Duration(4*i+worker+1) * time.Millisecond) // 1 to 1000, in any order
			}
		})
	}
	group.Wait()
	l.record(-time.Second) // counts as 0
	if got, want := l.latency(), (latency{500, 990, 999, 1000}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
