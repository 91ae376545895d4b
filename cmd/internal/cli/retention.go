package cli

import (
	"flag"
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Limits of -retention. The shortest still leaves time to ask for a rematch.
const (
	minRetention = time.Second
	maxRetention = 10 * 365 * 24 * time.Hour
)

// RetentionFlag adds -retention. It returns a function that returns the value, to be called
// when the flags are parsed.
func RetentionFlag(fs *flag.FlagSet) func() (time.Duration, error) {
	d := fs.Duration("retention", room.DefaultRetention,
		"`time` that the log of a room stays after its last game; the same for all processes on a store")
	return func() (time.Duration, error) {
		if *d < minRetention || *d > maxRetention {
			return 0, fmt.Errorf("-retention %v: must be from %v to %v", *d, minRetention, maxRetention)
		}
		return *d, nil
	}
}

// KeepGamesFlag adds -keep-games. It returns a function that returns the value, to be called
// when the flags are parsed. 0 means forever. The record of a game must not be deleted before
// its room, which links to it.
func KeepGamesFlag(fs *flag.FlagSet) func(retention time.Duration) (time.Duration, error) {
	d := fs.Duration("keep-games", 0,
		"`time` that the record of a finished game stays, such as 2160h; not less than -retention. 0: for good")
	return func(retention time.Duration) (time.Duration, error) {
		if *d != 0 && (*d < retention || *d > maxRetention) {
			return 0, fmt.Errorf("-keep-games %v: must be 0, for good, or from -retention, which is %v, to %v", *d, retention, maxRetention)
		}
		return *d, nil
	}
}
