//go:build !unix

package main

import "syscall"

// shrinkReceiveBuffer does nothing.
func shrinkReceiveBuffer(_, _ string, _ syscall.RawConn) error { return nil }
