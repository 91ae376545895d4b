package lifecycle

import (
	"testing"
	"testing/synctest"
	"time"
)

// Stop ends the context and waits for every goroutine.
func TestStopWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := New()
		ended := false
		tasks.Go(func() {
			<-tasks.Context().Done()
			time.Sleep(time.Minute)
			ended = true
		})
		calls := 0
		tasks.Every(time.Hour, func() { calls++ })
		time.Sleep(2*time.Hour + time.Minute)
		tasks.Stop()
		if !ended || calls != 3 {
			t.Errorf("ended: %v, %d calls", ended, calls)
		}
	})
}

// After Drain no goroutine is admitted, and running goroutines go on.
func TestDrain(t *testing.T) {
	tasks := New()
	if !tasks.Admit() || tasks.Draining() {
		t.Fatal("drained from the start")
	}
	tasks.Drain()
	if tasks.Admit() || !tasks.Draining() || tasks.Context().Err() != nil {
		t.Error("not drained, or ended by Drain")
	}
	tasks.Go(func() { t.Error("a goroutine was admitted") })
	tasks.Done()
	tasks.Stop()
	tasks.Stop() // again: it does nothing
}
