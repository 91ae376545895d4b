//go:build unix

package main

import "syscall"

// shrinkReceiveBuffer gives a slow reader's socket a small receive buffer, so that unread
// frames stay in the server's outbox.
func shrinkReceiveBuffer(_, _ string, c syscall.RawConn) error {
	var err error
	if e := c.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, slowReceiveBuffer)
	}); e != nil {
		return e
	}
	return err
}
