package mailbox_test

import (
	"context"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/pool"
	"github.com/quatre/quatre/internal/room/mailbox"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const lost = -1

// withEach calls test with a goroutine for each task, and with a pool.
func withEach[T interface {
	testing.TB
	Run(name string, f func(T)) bool
}](t T, test func(t T, start func(task func())),
) {
	t.Run("goroutine", func(t T) { test(t, func(task func()) { go task() }) })
	t.Run("Pool", func(t T) {
		ctx, cancel := context.WithCancel(t.Context())
		var tasks sync.WaitGroup
		defer tasks.Wait()
		defer cancel()
		test(t, pool.New(ctx, &tasks, func(task func()) { task() }).Run)
	})
}

func TestDeliversInOrder(t *testing.T) { withEach(t, testDeliversInOrder) }

func testDeliversInOrder(t *testing.T, start func(task func())) {
	const messages = mailbox.Limit
	got := make(chan int, messages)
	b := mailbox.New(start, lost, func(m int) { got <- m })
	defer b.Close()
	for i := range messages {
		b.Send(i)
	}
	for want := range messages {
		if m := <-got; m != want {
			t.Fatalf("delivered %d, want %d", m, want)
		}
	}
}

// TestSendDoesNotWait sends more than Limit messages while the receiver is busy with the
// first message.
func TestSendDoesNotWait(t *testing.T) { withEach(t, testSendDoesNotWait) }

func testSendDoesNotWait(t *testing.T, start func(task func())) {
	got, proceed := make(chan int, 10), make(chan struct{})
	b := mailbox.New(start, lost, func(m int) {
		got <- m
		<-proceed
	})
	defer b.Close()
	b.Send(0)
	first := <-got
	for i := range mailbox.Limit + 1 {
		b.Send(1 + i) // the last call replaces all waiting messages by lost
	}
	b.Send(7)
	close(proceed)
	if m := [3]int{first, <-got, <-got}; m != [3]int{0, lost, 7} {
		t.Fatalf("delivered %v, want 0, lost, 7", m)
	}
}

func TestNothingIsDeliveredAfterClose(t *testing.T) { withEach(t, testNothingIsDeliveredAfterClose) }

func testNothingIsDeliveredAfterClose(t *testing.T, start func(task func())) {
	for range 100 {
		var mu sync.Mutex
		closed := false
		b := mailbox.New(start, lost, func(int) {
			mu.Lock()
			defer mu.Unlock()
			if closed {
				t.Error("a message was delivered after Close had returned")
			}
		})
		var senders sync.WaitGroup
		for range 4 {
			senders.Go(func() {
				for i := range 20 {
					b.Send(i)
				}
			})
		}
		b.Close()
		mu.Lock()
		closed = true
		mu.Unlock()
		senders.Wait()
		b.Close()
	}
}

// TestOneDeliveryAtATime sends from several goroutines.
func TestOneDeliveryAtATime(t *testing.T) { withEach(t, testOneDeliveryAtATime) }

func testOneDeliveryAtATime(t *testing.T, start func(task func())) {
	var inside sync.Mutex
	got := make(chan int, 200)
	b := mailbox.New(start, lost, func(m int) {
		if !inside.TryLock() {
			t.Error("two calls of deliver ran at once")
			return
		}
		defer inside.Unlock()
		got <- m
	})
	defer b.Close()
	for range 4 {
		go func() {
			for i := range 50 {
				b.Send(i)
			}
		}()
	}
	for range 200 {
		<-got
	}
}

// BenchmarkDeliver delivers one message after the other. The receiver needs as much stack as one
// that writes to a socket.
func BenchmarkDeliver(b *testing.B) {
	withEach(b, func(b *testing.B, start func(task func())) {
		const frames = 30
		got := make(chan byte)
		box := mailbox.New(start, lost, func(m int) { got <- useStack(m) })
		defer box.Close()
		for b.Loop() {
			box.Send(frames)
			<-got
		}
	})
}

// useStack calls itself in depth frames of 256 bytes and more.
//
//go:noinline
func useStack(depth int) byte {
	var frame [256]byte
	if depth > 0 {
		frame[depth] = useStack(depth - 1)
	}
	return frame[depth]
}
