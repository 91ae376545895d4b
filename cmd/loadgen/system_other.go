//go:build !unix

package main

import "syscall"

// smallBuffer does nothing.
func smallBuffer(_, _ string, _ syscall.RawConn) error { return nil }
