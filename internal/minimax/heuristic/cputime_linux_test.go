package heuristic

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time of this thread, so that other load on the machine
// does not count.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
