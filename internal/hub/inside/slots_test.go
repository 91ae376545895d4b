package inside

import (
	"context"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// address returns the address of a person.
func address(n int) string { return "192.0.2." + strconv.Itoa(n) }

func lookFor(d time.Duration) func() { return func() { time.Sleep(d) } }

// A slot must run one look at a time, stay unused afterwards for as long as the look took, and let
// at most MaxWaiting looks wait.
func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSlots(1)
		if !s.Run(t.Context(), address(0), lookFor(2*time.Second)) {
			t.Fatal("a new slot is taken")
		}
		finished := time.Now()
		ok := s.Run(t.Context(), address(0), lookFor(0))
		if rest := time.Since(finished); !ok || rest != 2*time.Second {
			t.Errorf("the slot rested for %v, %v", rest, ok)
		}
		go s.Run(t.Context(), address(0), lookFor(time.Hour))
		synctest.Wait()
		waiting, stop := context.WithCancel(t.Context())
		for i := range MaxWaiting {
			go s.Run(waiting, address(1+i), lookFor(0))
		}
		synctest.Wait()
		before := time.Now()
		if s.Run(t.Context(), address(1+MaxWaiting), lookFor(0)) || time.Since(before) != 0 {
			t.Error("too many may wait")
		}
		stop()
		synctest.Wait()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if s.Run(short, address(1), lookFor(0)) {
			t.Error("two looks run in one slot")
		}
		time.Sleep(2 * time.Hour) // the slot has rested
		if !s.Run(t.Context(), address(1), lookFor(0)) {
			t.Error("the slot is gone")
		}
		if len(s.looks) != 0 {
			t.Errorf("the looks of %d addresses are kept", len(s.looks))
		}
		time.Sleep(time.Minute)
	})
}

// However many looks one address asks for, another address waits for one of them at most, and its
// rest.
func TestSlotsAreFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSlots(1)
		ctx, stop := context.WithCancel(t.Context())
		for range 2 * MaxWaiting {
			go s.Run(ctx, address(0), lookFor(2*time.Second))
		}
		synctest.Wait()
		time.Sleep(3 * time.Second) // the first look is over, and the second waits
		before := time.Now()
		if !s.Run(t.Context(), address(1), lookFor(0)) {
			t.Fatal("an address has all places")
		}
		if waited := time.Since(before); waited > 5*time.Second {
			t.Errorf("the look of another address waited for %v", waited)
		}
		stop()
		time.Sleep(time.Minute)
	})
}

// A look that panics gives its slot back, as net/http ends only its request.
func TestSlotSurvivesPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSlots(1)
		func() {
			defer func() { _ = recover() }()
			s.Run(t.Context(), address(0), func() { panic("a mistake in the search") })
		}()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if !s.Run(short, address(0), lookFor(0)) {
			t.Error("the slot is gone")
		}
		time.Sleep(time.Minute)
	})
}
