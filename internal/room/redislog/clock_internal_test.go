package redislog

import (
	"testing"
	"time"
)

// machine is the clock of a machine.
type machine struct{ ran time.Duration }

var boot = time.Now()

func (m *machine) now() time.Time { return boot.Add(m.ran) }

// TestClockEstimate asks a Redis that is 90 s behind, with replies that take different
// times and that Redis reads its clock for at different moments.
func TestClockEstimate(t *testing.T) {
	const offset = -90 * time.Second
	m := &machine{}
	c := newClock(m.now)
	if _, known := c.fromMachine(); known || !c.now().Equal(m.now()) {
		t.Error("the clock of Redis is known before Redis was asked")
	}
	ask := func(there, back time.Duration) {
		r := reading{before: c.steady(), at: m.now().Add(there + offset)}
		m.ran += there + back
		r.after = c.steady()
		c.learn(r)
	}
	wrongBy := func() time.Duration {
		got, _ := c.fromMachine()
		return (got - offset).Abs()
	}
	ask(0, 200*time.Millisecond)
	if w := wrongBy(); w != 100*time.Millisecond {
		t.Errorf("after the first reply it is wrong by %v, not by half of a round trip", w)
	}
	ask(time.Millisecond, time.Millisecond)
	if w := wrongBy(); w > time.Millisecond {
		t.Errorf("a fast reply leaves it wrong by %v", w)
	}
	for _, slow := range []time.Duration{time.Second, time.Minute} {
		before := wrongBy()
		ask(slow, 0)
		ask(0, slow)
		if w := wrongBy(); w > before {
			t.Errorf("replies that took %v made it wrong by %v more", slow, w-before)
		}
	}
}

// TestClockOfTheMiddleMaster has one master of three with a wrong clock.
func TestClockOfTheMiddleMaster(t *testing.T) {
	for _, wrong := range []time.Duration{-time.Hour, time.Hour} {
		all := []reading{{at: boot.Add(wrong), after: boot}, {at: boot, after: boot}, {at: boot.Add(time.Second), after: boot}}
		if got := middle(all).at.Sub(boot); got < 0 || got > time.Second {
			t.Errorf("with a master that is %v ahead, the clock is %v ahead", wrong, got)
		}
	}
}
