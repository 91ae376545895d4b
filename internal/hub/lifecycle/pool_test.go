package lifecycle

import (
	"testing"
	"testing/synctest"
)

// A goroutine is used again, few wait, and none outlives Stop.
func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := New()
		p := NewPool(tasks, func(int) {})
		for i := range 10 * maxIdle {
			p.Run(i)
			synctest.Wait()
			if n := p.Idle(); n != 1 {
				t.Fatalf("%d goroutines wait after one value at a time", n)
			}
		}
		hold := make(chan struct{})
		many := NewPool(tasks, func(int) { <-hold })
		for i := range 2 * maxIdle {
			many.Run(i)
		}
		close(hold)
		synctest.Wait()
		if n := many.Idle(); n != maxIdle {
			t.Errorf("%d goroutines wait, want %d", n, maxIdle)
		}
		many.Trim()
		synctest.Wait()
		if n := many.Idle(); n != 0 {
			t.Errorf("%d goroutines wait after all were ended", n)
		}
		many.Run(1)
		tasks.Stop()
		if p.Idle() != 0 || many.Idle() != 0 {
			t.Error("Stop has returned, and goroutines still wait for a value")
		}
	})
}
