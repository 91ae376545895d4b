package socket

import (
	"testing"
	"time"
)

func TestRoundTripIsSmoothed(t *testing.T) {
	var c Conn
	for _, step := range []struct{ trip, want time.Duration }{
		{100 * time.Millisecond, 100 * time.Millisecond},
		{500 * time.Millisecond, 200 * time.Millisecond},
		{0, 150 * time.Millisecond},
	} {
		if c.smooth(step.trip); c.RoundTrip() != step.want {
			t.Errorf("after %v: %v, want %v", step.trip, c.RoundTrip(), step.want)
		}
	}
}
