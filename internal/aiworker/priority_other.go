//go:build !linux

package aiworker

// yieldCore does nothing: only Linux has priorities of threads.
func yieldCore() {}
