package heuristic

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that this thread has used, so that a busy
// machine takes nothing from either player.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
