package hub

import (
	"testing"
	"time"
)

// A plain bucket, filled and drained step by step, says the same as the algorithm
// that keeps one time.
func TestRateIsALeakyBucket(t *testing.T) {
	r := per(10, time.Second, 4)
	now := newHands().read()
	var empty time.Time
	level, at := time.Duration(0), now // of the model: what is in the bucket, as the time that it takes to drain
	for i, step := range []time.Duration{0, 0, 0, 0, 0, 50, 50, 1, 99, 1000, 0, 0, 0, 0, 0, 0, 399, 1, 100, 100, 250} {
		now = now.Add(step * time.Millisecond)
		level, at = max(0, level-now.Sub(at)), now
		fits := level+r.interval <= 4*r.interval
		if fits {
			level += r.interval
		}
		next, wait, ok := r.take(empty, 1, now)
		if ok != fits {
			t.Fatalf("step %d: %v, want %v", i, ok, fits)
		}
		if !ok {
			if _, _, soon := r.take(empty, 1, now.Add(wait-1)); soon {
				t.Errorf("step %d: it is granted before %v are over", i, wait)
			}
			if _, _, then := r.take(empty, 1, now.Add(wait)); !then {
				t.Errorf("step %d: it is not granted after %v", i, wait)
			}
		}
		empty = next
	}
	if _, _, ok := per(0, time.Second, 0).take(now.Add(time.Hour), 1000, now); !ok {
		t.Error("no limit limits")
	}
}

func TestRatesAreBounded(t *testing.T) {
	clock := newHands()
	r := newRates[string](per(1, time.Minute, 1), 3)
	for _, who := range []string{"a", "b", "c"} {
		if _, ok := r.take(who, 1, clock.read()); !ok {
			t.Errorf("%s is refused", who)
		}
	}
	if _, ok := r.take("d", 1, clock.read()); !ok {
		t.Error("the first of those who share is refused")
	}
	if _, ok := r.take("e", 1, clock.read()); ok {
		t.Error("those who share have more than one allowance")
	}
	if len(r.empty) > 4 {
		t.Errorf("%d are counted, of 3", len(r.empty))
	}
	clock.move(2 * time.Minute)
	if _, ok := r.take("e", 1, clock.read()); !ok || len(r.empty) != 1 {
		t.Errorf("after a pause %v, and %d are remembered", ok, len(r.empty))
	}
}
