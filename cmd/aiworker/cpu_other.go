//go:build !unix

package main

import "time"

var started = time.Now()

// cpuSeconds returns the elapsed time, because there is no portable way to get the CPU
// time.
func cpuSeconds() (all, system float64) { return time.Since(started).Seconds(), 0 }
