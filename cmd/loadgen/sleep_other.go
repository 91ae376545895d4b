//go:build !linux

package main

import "time"

// punctual runs f.
func punctual(f func()) { f() }

// sleepUntil sleeps until a time.
func sleepUntil(at time.Time) { time.Sleep(time.Until(at)) }
