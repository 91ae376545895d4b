//go:build !linux

package heuristic

import "time"

var began = time.Now()

// cpuTime returns the elapsed time, because this system does not report the time of a
// thread. Other load on the machine then slows both players.
func cpuTime() time.Duration { return time.Since(began) }
