package inside

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A slot must run one look at a time, stay unused afterwards for as long as the look took, and let
// at most MaxWaiting looks wait.
func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSlots(1)
		done, ok := s.Take(t.Context())
		if !ok {
			t.Fatal("a new slot is taken")
		}
		time.Sleep(2 * time.Second)
		done()
		finished := time.Now()
		done, ok = s.Take(t.Context())
		if rest := time.Since(finished); !ok || rest != 2*time.Second {
			t.Errorf("the slot rested for %v, %v", rest, ok)
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, ok := s.Take(short); ok {
			t.Error("two looks run in one slot")
		}
		waiting, stop := context.WithCancel(t.Context())
		for range MaxWaiting {
			go s.Take(waiting)
		}
		synctest.Wait()
		before := time.Now()
		if _, ok := s.Take(t.Context()); ok || time.Since(before) != 0 {
			t.Error("too many may wait")
		}
		stop()
		synctest.Wait()
		done()
		time.Sleep(time.Minute) // the slot has rested
		if done, ok = s.Take(t.Context()); !ok {
			t.Error("the slot is gone")
		}
		done()
		time.Sleep(time.Minute)
	})
}
