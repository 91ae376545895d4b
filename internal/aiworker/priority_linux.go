package aiworker

import (
	"runtime"
	"syscall"
)

// yieldCore makes the operating system prefer other threads, of this process too, to the
// calling goroutine. So a quick reply, or a hub in the same process, does not wait for a
// search when the cores are busy. The goroutine keeps its thread, which ends with it.
func yieldCore() {
	runtime.LockOSThread()
	const highest = 20 // the system call returns 20 minus the niceness
	if priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid()); err == nil {
		// An error is ignored: without the priority, other threads are only slower.
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), highest-priority+searchNiceness)
	}
}
