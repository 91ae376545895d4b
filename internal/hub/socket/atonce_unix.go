//go:build unix

package socket

import "syscall"

// writeAtOnce returns how many bytes of p the connection takes without waiting. After an error
// it returns 0, and the next write that waits finds the error.
func writeAtOnce(conn syscall.RawConn, p []byte) (n int) {
	_ = conn.Write(func(fd uintptr) bool {
		n, _ = syscall.Write(int(fd), p) // network connections do not block
		return true                      // never waits until the connection takes more
	})
	return max(n, 0)
}
