//go:build unix

package main

import "syscall"

// smallBuffer gives a slow reader's socket little room, so that what it does not
// read is the server's to keep.
func smallBuffer(_, _ string, c syscall.RawConn) error {
	var err error
	if e := c.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, slowBuffer)
	}); e != nil {
		return e
	}
	return err
}
