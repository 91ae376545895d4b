package play_test

import (
	"sync"
	"time"
)

// start is when every race begins: a whole millisecond, like all times of rooms.
var start = time.Date(2024, 5, 6, 7, 8, 9, int(10*time.Millisecond), time.UTC)

// clock is a clock that only a test sets.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// set moves the clock forward to at. If the clock is later already, set does nothing.
func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.After(c.now) {
		c.now = at
	}
}
