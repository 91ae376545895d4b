package main

import (
	"runtime"
	"syscall"
	"time"
)

// withPreciseSleep runs f on its own thread, where sleepUntil is precise. Go's timers are
// less precise, because the runtime's poller waits in whole milliseconds. The error would
// count as latency of the server.
func withPreciseSleep(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f()
}

// sleepUntil sleeps until a time.
func sleepUntil(at time.Time) {
	for d := time.Until(at); d > 0; d = time.Until(at) { // a signal can end a sleep early
		t := syscall.NsecToTimespec(int64(d))
		_ = syscall.Nanosleep(&t, nil)
	}
}
