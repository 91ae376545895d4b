//go:build unix

package main

import "syscall"

// cpuSeconds returns how long all processors together have worked for this process,
// and how much of that was within the system, such as to provide memory.
func cpuSeconds() (all, system float64) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, 0
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(used.Utime) + seconds(used.Stime), seconds(used.Stime)
}
