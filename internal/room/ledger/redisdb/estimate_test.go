package redisdb

import (
	"testing"
	"time"
)

// machine is the clock of a machine.
type machine struct{ ran time.Duration }

var boot = time.Now()

func (m *machine) now() time.Time { return boot.Add(m.ran) }

// TestClockEstimate reads the clock of a Redis that is 90 s behind. The round trips differ in
// length, and in the moment at which Redis reads its clock.
func TestClockEstimate(t *testing.T) {
	const offset = -90 * time.Second
	m := &machine{}
	c := newClock(m.now)
	if _, known := c.fromMachine(); known || !c.now().Equal(m.now()) {
		t.Error("the clock of Redis is known before Redis was asked")
	}
	ask := func(there, back time.Duration) {
		at, before := m.now().Add(there+offset), c.steady()
		m.ran += there + back
		c.learn(reading{least: at.Sub(c.steady()), most: at.Sub(before)})
	}
	wrongBy := func() time.Duration {
		got, _ := c.fromMachine()
		return (got - offset).Abs()
	}
	ask(0, 200*time.Millisecond)
	if w := wrongBy(); w != 100*time.Millisecond {
		t.Errorf("after the first reply the offset is wrong by %v, want half of the round trip", w)
	}
	ask(time.Millisecond, time.Millisecond)
	if w := wrongBy(); w > time.Millisecond {
		t.Errorf("after a fast reply the offset is wrong by %v", w)
	}
	for _, slow := range []time.Duration{time.Second, time.Minute} {
		before := wrongBy()
		ask(slow, 0)
		ask(0, slow)
		if w := wrongBy(); w > before {
			t.Errorf("replies that took %v made the offset worse by %v", slow, w-before)
		}
	}
}

// TestClockOfTheMiddleMaster gives one of three masters a wrong clock.
func TestClockOfTheMiddleMaster(t *testing.T) {
	for _, wrong := range []time.Duration{-time.Hour, time.Hour} {
		all := []reading{{least: wrong}, {least: 0}, {least: time.Second}}
		if got := median(all).least; got < 0 || got > time.Second {
			t.Errorf("with a master that is %v ahead, the store's clock is %v ahead", wrong, got)
		}
	}
}
