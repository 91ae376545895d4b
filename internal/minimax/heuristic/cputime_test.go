//go:build !linux

package heuristic

import "time"

var began = time.Now()

// cpuTime is the time of day where a thread's own is not to be had: both
// players then share what other programs take from them.
func cpuTime() time.Duration { return time.Since(began) }
