//go:build !js

package minimax

import "runtime"

// Yield lets other goroutines run. All searches call it often.
func Yield() { runtime.Gosched() }
