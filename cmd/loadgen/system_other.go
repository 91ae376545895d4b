//go:build !unix

package main

import (
	"syscall"
	"time"
)

// smallBuffer leaves a slow reader's socket as it is.
func smallBuffer(_, _ string, _ syscall.RawConn) error { return nil }

func sleepUntil(at time.Time) { time.Sleep(time.Until(at)) }
