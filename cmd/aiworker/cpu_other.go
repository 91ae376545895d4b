//go:build !unix

package main

import "time"

var started = time.Now()

// cpuSeconds returns the time that has passed: there is no portable way to ask for
// that of the processors.
func cpuSeconds() (all, system float64) { return time.Since(started).Seconds(), 0 }
