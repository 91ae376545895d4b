package pool

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// A pool reuses its goroutines. At most maxIdle of them wait, and none when the context has ended.
func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var tasks sync.WaitGroup
		p := New(ctx, &tasks, func(int) {})
		for i := range 10 * maxIdle {
			p.Run(i)
			synctest.Wait()
			if n := p.Idle(); n != 1 {
				t.Fatalf("%d goroutines wait after one value at a time", n)
			}
		}
		hold := make(chan struct{})
		var held atomic.Int64
		many := New(ctx, &tasks, func(int) { held.Add(1); <-hold })
		for i := range 2 * maxIdle {
			many.Run(i)
		}
		synctest.Wait()
		if n := held.Load(); n != 2*maxIdle {
			t.Errorf("%d values are handled while all wait, of %d", n, 2*maxIdle)
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
		cancel()
		tasks.Wait()
		if p.Idle() != 0 || many.Idle() != 0 {
			t.Error("the context has ended, and goroutines still wait for a value")
		}
	})
}

// A few goroutines handle many values that do not wait. How many depends on the machine's other
// work, but it is far from one for each value.
func TestPoolStartsFewGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var tasks sync.WaitGroup
		const values, most = 5000, 500
		before := runtime.NumGoroutine()
		var handled, goroutines atomic.Int64
		p := New(ctx, &tasks, func(int) {
			handled.Add(1)
			if n := int64(runtime.NumGoroutine() - before); n > goroutines.Load() {
				goroutines.Store(n)
			}
		})
		for i := range values {
			p.Run(i)
		}
		synctest.Wait()
		if n := goroutines.Load(); handled.Load() != values || n > most {
			t.Errorf("%d goroutines have handled %d of %d values, want at most %d", n, handled.Load(), values, most)
		}
		cancel()
		tasks.Wait()
	})
}
