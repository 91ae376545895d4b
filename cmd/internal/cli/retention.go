package cli

import (
	"flag"
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// What -retention may be. Within the least of them a rematch can still be asked
// for.
const (
	minRetention = time.Second
	maxRetention = 10 * 365 * 24 * time.Hour
)

// RetentionFlag adds -retention. The function that it returns gives the value
// once the flags are parsed.
func RetentionFlag(fs *flag.FlagSet) func() (time.Duration, error) {
	d := fs.Duration("retention", room.DefaultRetention,
		"`time` that the log of a room stays after its last game; the same for all processes on a store")
	return func() (time.Duration, error) {
		if *d < minRetention || *d > maxRetention {
			return 0, fmt.Errorf("-retention %v: it is from %v to %v", *d, minRetention, maxRetention)
		}
		return *d, nil
	}
}
