package pool

import (
	"context"
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
			if n := p.idle.Load(); n != 1 {
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
		if n := many.idle.Load(); n != maxIdle {
			t.Errorf("%d goroutines wait, want %d", n, maxIdle)
		}
		cancel()
		many.Run(1)
		tasks.Wait() // for ever if goroutines wait for values after the context has ended
	})
}
