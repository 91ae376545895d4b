package main

import (
	"runtime"
	"syscall"
	"time"
)

// punctual runs f on a thread of its own, in which sleepUntil wakes within some
// 0.1 ms. The runtime's timers take four times that, since the poller that they
// wait in counts milliseconds: it would be taken for the server's latency.
func punctual(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f()
}

// sleepUntil returns at a time, or a little later.
func sleepUntil(at time.Time) {
	for d := time.Until(at); d > 0; d = time.Until(at) { // a signal ends a sleep too
		t := syscall.NsecToTimespec(int64(d))
		_ = syscall.Nanosleep(&t, nil)
	}
}
