package filelog

import (
	"context"
	"time"
)

// Now implements storage.Clock. It reads the clock of the process.
func (s *Store) Now() time.Time { return s.clock() }

// SyncClock implements storage.Clock.
func (s *Store) SyncClock(ctx context.Context) error { return ctx.Err() }

// ClockOffset implements storage.Clock.
func (s *Store) ClockOffset() (time.Duration, bool) { return 0, false }
