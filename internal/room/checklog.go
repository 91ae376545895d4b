package room

import (
	"fmt"
)

// MaxRestored is the greatest number of entries that Restore accepts. A log grows a little
// beyond MaxEntries, because the game in progress is played to its end.
const MaxRestored = 2 * MaxEntries

// CheckLog returns nil if entries are a complete log: 1 to MaxRestored entries, numbered
// from 1, each with a digest that follows from the one before. Otherwise its error wraps
// ErrDamaged.
func CheckLog(entries []Entry) error {
	if len(entries) == 0 || len(entries) > MaxRestored {
		return fmt.Errorf("%w: the log has %d entries, not 1 to %d", ErrDamaged, len(entries), MaxRestored)
	}
	prev := ""
	for i, e := range entries {
		if e.N != uint64(i+1) || !e.Follows(prev) {
			return fmt.Errorf("%w: entry %d in place %d does not follow the entry before it", ErrDamaged, e.N, i+1)
		}
		prev = e.Digest
	}
	return nil
}
