// Package clocktest has a clock for tests.
package clocktest

import (
	"sync"
	"time"
)

// Clock is a clock that only a test moves.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// At returns a clock that shows a time.
func At(now time.Time) *Clock { return &Clock{now: now} }

// New returns a clock that shows the present time, in whole milliseconds.
func New() *Clock { return At(time.Now().Truncate(time.Millisecond)) }

// Now returns what the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Add moves the clock on.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Set moves the clock forward to at. If the clock is later already, Set does nothing.
func (c *Clock) Set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.After(c.now) {
		c.now = at
	}
}
