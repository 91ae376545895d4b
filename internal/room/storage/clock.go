package storage

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Clock is the clock of a store. All processes use it for the times that they compare: of
// entries, deadlines, heartbeats, presence, leases and outages. So the clocks of their
// machines may differ.
type Clock interface {
	// Now returns the time by the store's clock, as last measured. It does not wait. Like the
	// result of time.Now, its result has a monotonic clock reading: setting the clock of this
	// process's machine does not change the difference of two results.
	Now() time.Time

	// SyncClock measures the store's clock at once. A process that did not run for a while
	// calls SyncClock before it uses Now to decide anything, since its machine may have slept.
	SyncClock(ctx context.Context) error

	// ClockOffset returns the store's clock minus that of this process's machine, as last
	// measured. known is false if the store has no clock of its own, or does not show it.
	// Then Now uses the clock of this process's machine.
	ClockOffset() (offset time.Duration, known bool)
}

const (
	// ClockWarning is the difference between its machine's clock and the store's clock at which
	// a process logs a warning.
	ClockWarning = 2 * time.Second

	// MaxClockOffset is the difference beyond which a process is not ready. The times that
	// processes compare are right even then. But the machine needs repair, since certificates,
	// cookies and logs use its own clock.
	MaxClockOffset = 10 * time.Second
)

// ErrClockDiffers is the error of CheckClock.
var ErrClockDiffers = errors.New("room: the clock of this machine is wrong")

// CheckClock fails with ErrClockDiffers if the clock of this machine differs from the
// store's by more than MaxClockOffset.
func CheckClock(c Clock) error {
	offset, _ := c.ClockOffset()
	if offset.Abs() <= MaxClockOffset {
		return nil
	}
	return fmt.Errorf("%w: the store's clock is %v ahead", ErrClockDiffers, offset.Round(time.Millisecond))
}
