package redislog

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Whoever asks is told the last time in which no heart beat; one that beats among
// others breaks none.
func TestSilence(t *testing.T) {
	s, move := openPresence(t)
	last := func() (since, until time.Time) {
		t.Helper()
		silence, err := s.Silence(t.Context(), 0)
		if err != nil || silence.Whole == silence.Since.IsZero() {
			t.Fatalf("%+v, %v", silence, err)
		}
		return silence.Since, silence.Until
	}
	beats(t, s, "one", true)
	move(room.SilenceLimit - time.Millisecond)
	beats(t, s, "two", true)
	move(room.SilenceLimit - time.Millisecond)
	beats(t, s, "one", false)
	if since, until := last(); !since.IsZero() {
		t.Errorf("a silence from %v to %v", since, until)
	}
	for _, lasts := range []time.Duration{room.SilenceLimit, 30 * 24 * time.Hour} {
		began := s.set.clock().UnixMilli()
		move(lasts)
		for _, holder := range []string{"three", "four"} {
			beats(t, s, holder, true)
			if since, until := last(); since.UnixMilli() != began || until.Sub(since) != lasts {
				t.Errorf("the silence lasted from %v to %v, and began at %v", since, until, time.UnixMilli(began))
			}
		}
	}
}
