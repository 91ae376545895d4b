package inside

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quatre/quatre/internal/hub/limits"
)

// address returns the address of a person.
func address(n int) string { return "192.0.2." + strconv.Itoa(n) }

// lookOf returns a look that differs from those of other people.
func lookOf(n int) *Look { return &Look{request: Request{Depth: n}} }

func lookFor(d time.Duration) func(time.Duration) (Report, error) {
	return func(time.Duration) (Report, error) { time.Sleep(d); return Report{}, nil }
}

// ask asks until the look has run, as the page does. It returns the places that it was told.
func ask(t *testing.T, q *Queue, network, name string, look *Look, run func(time.Duration) (Report, error)) (places []int) {
	t.Helper()
	for {
		_, err := q.Run(t.Context(), network, name, look, run)
		var waiting Waiting
		if !errors.As(err, &waiting) {
			return places
		}
		if waiting.Place == 0 {
			time.Sleep(2 * time.Second)
		} else {
			places = append(places, waiting.Place)
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// A slot must run one look at a time, stay unused afterwards for as long as the look took, and let
// at most maxWaiting players wait, and maxOfNetwork of a network.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(1)
		if places := ask(t, q, address(0), "ana", lookOf(0), lookFor(2*time.Second)); places != nil {
			t.Fatal("a new slot is taken")
		}
		finished := time.Now()
		ask(t, q, address(0), "ana", lookOf(0), lookFor(0))
		if rest := time.Since(finished); rest < 2*time.Second || rest > 2*time.Second+50*time.Millisecond {
			t.Errorf("the slot rested for %v", rest)
		}
		go ask(t, q, address(0), "ana", lookOf(0), lookFor(time.Hour))
		synctest.Wait()
		waiting, stop := context.WithCancel(t.Context())
		wait := func(network, name string) error {
			_, err := q.Run(waiting, network, name, lookOf(1), lookFor(0))
			return err
		}
		for i := range maxWaiting {
			go wait(address(i/maxOfNetwork), "bob"+strconv.Itoa(i))
		}
		synctest.Wait()
		before := time.Now()
		for _, n := range []int{0, maxWaiting} {
			if err := wait(address(n), "zoe"); err != (Waiting{}) || time.Since(before) != 0 {
				t.Errorf("too many may wait: %v after %v", err, time.Since(before))
			}
		}
		stop()
		time.Sleep(2 * time.Hour) // the slot has rested, and nobody has kept a place
		if ask(t, q, address(1), "zoe", lookOf(0), lookFor(0)) != nil || len(q.places) != 0 {
			t.Errorf("the slot is gone, or %d places are kept", len(q.places))
		}
		time.Sleep(time.Minute)
	})
}

// However many looks one player asks for, others wait for one of them at most. So do the other
// networks, whatever one network does. Everybody is told a place, which only improves.
func TestQueueIsFair(t *testing.T) {
	const took = 2 * time.Second // each, and the slot rests as long
	for _, c := range []struct {
		what            string
		greedy          func(i int) (network, name string) // of 60 requests
		others          int                                // who ask once
		network         func(i int) string
		mostLooksBefore int // of the greedy one, before the last of the others
	}{
		{"many requests of one player", func(int) (string, string) { return address(0), "eve" }, 15, func(int) string { return address(0) }, 17},
		{"14 identities", func(i int) (string, string) { return address(0), fmt.Sprint("eve", i%14) }, 15, func(int) string { return address(0) }, 30},
		{"new identities", func(i int) (string, string) { return address(0), fmt.Sprint("eve", i) }, 1, func(int) string { return address(1) }, 2},
		{"other networks", func(i int) (string, string) { return address(0), fmt.Sprint("eve", i%14) }, 5, func(i int) string { return address(1 + i) }, 2},
		{"a class", func(i int) (string, string) { return address(0), fmt.Sprint("pupil", i) }, 1, func(int) string { return address(0) }, 61},
	} {
		synctest.Test(t, func(t *testing.T) {
			q, looks, ended := NewQueue(1), 0, false
			var all, asking sync.WaitGroup
			for i := range 60 {
				network, name := c.greedy(i)
				all.Go(func() {
					ask(t, q, network, name, lookOf(i), func(time.Duration) (Report, error) {
						looks++
						if !ended {
							time.Sleep(took)
						}
						return Report{}, nil
					})
				})
			}
			synctest.Wait()
			for i := range c.others {
				asking.Go(func() {
					places := ask(t, q, c.network(i), fmt.Sprint("ana", i), lookOf(1000+i), lookFor(took))
					if slices.Reverse(places); !slices.IsSorted(places) {
						t.Errorf("%s: the places were, from the last, %v", c.what, places)
					}
				})
			}
			asking.Wait()
			if looks > c.mostLooksBefore {
				t.Errorf("%s: others waited for %d looks, want %d at most", c.what, looks, c.mostLooksBefore)
			}
			ended = true
			all.Wait()
			time.Sleep(time.Minute)
		})
	}
}

// Who waits for the same look gets the same report.
func TestSameLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, looks := NewQueue(1), 0
		run := func(time.Duration) (Report, error) {
			looks++
			time.Sleep(time.Second)
			return Report{Depth: 7}, nil
		}
		var class sync.WaitGroup
		for i := range 30 {
			class.Go(func() {
				if r, err := q.Run(t.Context(), address(0), strconv.Itoa(i), lookOf(7), run); err != nil || r.Depth != 7 {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
		class.Wait()
		time.Sleep(time.Minute)
		if looks != 1 || len(q.places) != 0 {
			t.Errorf("%d looks, %d places", looks, len(q.places))
		}
	})
}

// Thirty pupils of one address, whose looks all differ and take all the time that they are given, must have their answers
// within 15 s. Then a look has its whole budget again.
func TestClassIsAnswered(t *testing.T) {
	for _, slots := range []int{limits.Default().Inside, 4} {
		t.Run(fmt.Sprint(slots), func(t *testing.T) { testClass(t, slots) })
	}
}

func testClass(t *testing.T, slots int) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(slots)
		run := func(budget time.Duration) (Report, error) { time.Sleep(2 * budget); return Report{}, nil }
		start := time.Now()
		var class sync.WaitGroup
		for i := range 30 {
			class.Go(func() { ask(t, q, address(0), fmt.Sprint("pupil", i), lookOf(i), run) })
		}
		if class.Wait(); time.Since(start) > 15*time.Second {
			t.Errorf("the last answer came after %v", time.Since(start))
		}
		time.Sleep(time.Minute)
		ask(t, q, address(0), "ana", lookOf(0), func(budget time.Duration) (Report, error) {
			if budget != Budget {
				t.Errorf("the budget is %v though nobody waits", budget)
			}
			return Report{}, nil
		})
		time.Sleep(time.Minute)
	})
}

// Only the looks of other people that are different shorten a budget.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(1)
		go ask(t, q, address(0), "ana", lookOf(0), lookFor(time.Hour))
		synctest.Wait()
		for i, c := range []struct {
			network, player string
			look            int
			want            time.Duration
		}{
			{address(0), "bob", 1, Budget},      // for the same look
			{address(0), "zoe", 2, Budget},      // by the same player
			{address(0), "eve", 3, Budget / 4},  // somebody else
			{address(1), "zoe", 4, Budget / 16}, // of another network
			{address(1), "dan", 5, Budget / 16},
		} {
			go ask(t, q, c.network, c.player, lookOf(c.look), lookFor(0))
			synctest.Wait()
			if got := q.budget(address(0), "zoe", lookOf(1).request); got != c.want {
				t.Errorf("%d: %v, want %v", i, got, c.want)
			}
		}
		time.Sleep(3 * time.Hour)
	})
}

// A look that panics gives its slot back, as net/http ends only its request.
func TestSlotSurvivesPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(1)
		func() {
			defer func() { _ = recover() }()
			_, _ = q.Run(t.Context(), address(0), "ana", lookOf(0), func(time.Duration) (Report, error) { panic("a mistake in the search") })
		}()
		if ask(t, q, address(0), "ana", lookOf(0), lookFor(0)) != nil {
			t.Error("the slot is gone")
		}
		time.Sleep(time.Minute)
	})
}
