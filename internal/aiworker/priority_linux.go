package aiworker

import (
	"runtime"
	"syscall"
)

// searchNiceness is how much the operating system prefers other threads to those of long
// searches: see nice(2).
const searchNiceness = 10

// yieldCore makes the operating system prefer other threads, of this process too, to the
// calling goroutine. So a quick reply, or a hub in the same process, does not wait for a
// search when the cores are busy. The goroutine keeps its thread, which ends with it.
func yieldCore() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), searchNiceness) // otherwise it is only slower
}
