//go:build !js

package minimax

import "runtime"

// yield lets other goroutines run.
func (*limits) yield() { runtime.Gosched() }
