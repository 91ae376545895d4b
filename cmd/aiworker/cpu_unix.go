//go:build unix

package main

import "syscall"

// cpuSeconds returns the CPU time of this process over all cores, in seconds, and the part
// of it in system mode.
func cpuSeconds() (all, system float64) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, 0
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(used.Utime) + seconds(used.Stime), seconds(used.Stime)
}
