package cli

import (
	"flag"
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Limits of -retention. The shortest leaves time to ask for a rematch.
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

// KeepGamesFlag adds -keep-games. The function that it returns gives the value once the
// flags are parsed; 0 is for good. A room must not outlive the record of its last game,
// whose link would lead nowhere while the room is there.
func KeepGamesFlag(fs *flag.FlagSet) func(retention time.Duration) (time.Duration, error) {
	d := fs.Duration("keep-games", 0,
		"`time` that the record of a finished game stays, such as 2160h; not less than -retention. 0: for good")
	return func(retention time.Duration) (time.Duration, error) {
		if *d != 0 && (*d < retention || *d > maxRetention) {
			return 0, fmt.Errorf("-keep-games %v: it is 0, for good, or from -retention, which is %v, to %v", *d, retention, maxRetention)
		}
		return *d, nil
	}
}
