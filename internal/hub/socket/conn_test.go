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

// A log of any length fits into an outbox.
func TestFramesThatBelongTogetherCountAsOne(t *testing.T) {
	c := Conn{outbox: outbox{limit: 2, sending: true}}
	c.SendNotify(make([][]byte, 100), nil)
	if c.Closed() || len(c.outbox.waiting) != 100 || c.outbox.sends != 1 {
		t.Errorf("%d frames wait, from %d sends", len(c.outbox.waiting), c.outbox.sends)
	}
	if c.Send(nil); c.Closed() {
		t.Error("the second send was one too many")
	}
}
