package limits

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
)

// rates grants the same as a plain model of a token bucket, to a microsecond.
func TestRatesAreATokenBucket(t *testing.T) {
	const interval, burst = 100 * time.Millisecond, 4
	now := clocktest.New().Now()
	granted := func(takes []time.Time, at time.Time) bool { // whether a fresh bucket grants one more after these takes
		r := newRates[string](10, time.Second, burst)
		for _, t := range takes {
			r.take(nil, "ana", 1, t)
		}
		_, ok := r.take(nil, "ana", 1, at)
		return ok
	}
	r := newRates[string](10, time.Second, burst)
	level, at := time.Duration(0), now // of the model: the used tokens, as the time until they are back
	var takes []time.Time
	for i, step := range []time.Duration{0, 0, 0, 0, 0, 50, 50, 1, 99, 1000, 0, 0, 0, 0, 0, 0, 399, 1, 100, 100, 250} {
		now = now.Add(step * time.Millisecond)
		level, at = max(0, level-now.Sub(at)), now
		fits := level+interval <= burst*interval
		if fits {
			level += interval
		}
		wait, ok := r.take(nil, "ana", 1, now)
		if ok != fits {
			t.Fatalf("step %d: %v, want %v", i, ok, fits)
		}
		if ok {
			takes = append(takes, now)
			continue
		}
		if granted(takes, now.Add(wait-tolerance)) {
			t.Errorf("step %d: it is granted before %v are over", i, wait)
		}
		if !granted(takes, now.Add(wait+tolerance)) {
			t.Errorf("step %d: it is not granted after %v", i, wait)
		}
	}
	if _, ok := newRates[string](0, time.Second, 0).take(nil, "ana", 1000, now); !ok {
		t.Error("refused without a limit")
	}
}

// tolerance is the rounding of x/time/rate, which counts in floating point.
const tolerance = time.Microsecond

func TestRatesAreBounded(t *testing.T) {
	clock := clocktest.New()
	r := newRates[string](1, time.Minute, 1)
	r.max = 3
	for _, who := range []string{"a", "b", "c"} {
		if _, ok := r.take(nil, who, 1, clock.Now()); !ok {
			t.Errorf("%s is refused", who)
		}
	}
	if _, ok := r.take(nil, "d", 1, clock.Now()); !ok {
		t.Error("the first of those who share is refused")
	}
	if _, ok := r.take(nil, "e", 1, clock.Now()); ok {
		t.Error("those who share have more than one allowance")
	}
	if len(r.buckets) > 4 {
		t.Errorf("%d are counted, of 3", len(r.buckets))
	}
	clock.Add(2 * time.Minute)
	if _, ok := r.take(nil, "e", 1, clock.Now()); !ok || len(r.buckets) != 1 {
		t.Errorf("after a pause %v, and %d are remembered", ok, len(r.buckets))
	}
}
