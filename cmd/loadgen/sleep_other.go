//go:build !linux

package main

import "time"

// punctual runs f.
func punctual(f func()) { f() }

// sleepUntil returns at a time, or a little later.
func sleepUntil(at time.Time) { time.Sleep(time.Until(at)) }
