//go:build !linux

package main

import "time"

// withPreciseSleep runs f.
func withPreciseSleep(f func()) { f() }

// sleepUntil sleeps until a time.
func sleepUntil(at time.Time) { time.Sleep(time.Until(at)) }
