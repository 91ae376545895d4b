package drivertest

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/mailbox"
)

// watcher receives the payloads of a channel.
type watcher struct {
	t        fataler
	payloads chan string
	stop     func()
}

// watch watches a channel. It receives more than some payloads only when they are asked for.
func watch(t fataler, d ledger.Driver, channel string, some int) *watcher {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	w := &watcher{t: t, payloads: make(chan string, some)}
	stop, err := d.Watch(ctx, channel, func(payload string) {
		select {
		case w.payloads <- payload:
		case <-time.After(patience): // the test has failed
		}
	})
	if err != nil {
		t.Fatalf("Watch: %v", err)
	}
	w.stop = stop
	return w
}

// next returns the next payload.
func (w *watcher) next() string {
	w.t.Helper()
	select {
	case p := <-w.payloads:
		return p
	case <-time.After(patience):
		w.t.Fatalf("no payload")
		return ""
	}
}

// want checks the next payloads.
func (w *watcher) want(payloads ...string) {
	w.t.Helper()
	for _, want := range payloads {
		if got := w.next(); got != want {
			w.t.Fatalf("payload %q, want %q", got, want)
		}
	}
}

var watchCases = cases{
	"FromBefore": func(f *fixture) {
		for i := range 100 {
			channel := fmt.Sprint("channel", i%7)
			w := watch(f, f.Driver, channel, 9)
			want := fmt.Sprint(i)
			f.do(publish(channel, want))
			for w.next() != want { // a payload of the channel's last turn may still come
			}
			w.stop()
		}
	},
	// After stop has returned tell is not called again. Other watchers go on.
	"Stop": func(f *fixture) {
		var stopped atomic.Bool
		stop, err := f.Watch(f.Context(), "channel", func(payload string) {
			if stopped.Load() {
				f.Errorf("payload %q after stop", payload)
			}
		})
		if err != nil {
			f.Fatal(err)
		}
		w := watch(f, f.Driver, "channel", 100)
		for i := range 100 {
			f.do(publish("channel", fmt.Sprint(i)))
			if i == 50 {
				stop()
				stop() // does nothing
				stopped.Store(true)
			}
		}
		for i := range 100 {
			w.want(fmt.Sprint(i))
		}
		w.stop()
		again := watch(f, f.Driver, "channel", 100) // the channel can be watched again
		f.do(publish("channel", "new"))
		for again.next() != "new" {
		}
	},
	// A slow watcher delays nobody. Where it has missed payloads it receives an empty one.
	"Slow": func(f *fixture) {
		slow, w := watch(f, f.Driver, "channel", 0), watch(f, f.Driver, "channel", 1)
		for i := range mailbox.Limit + 3 {
			f.do(publish("channel", fmt.Sprint(i)))
			w.want(fmt.Sprint(i))
		}
		f.do(publish("channel", "last"))
		w.want("last")
		missed := false
		for got := "0"; got != "last"; got = slow.next() {
			missed = missed || got == ""
		}
		if !missed {
			f.Error("the slow watcher was not told that payloads are missing")
		}
	},
	// Close ends every watch: after it tell is not called again.
	"Close": func(f *fixture) {
		var closed atomic.Bool
		for i := range 3 {
			_, err := f.Watch(f.Context(), fmt.Sprint("channel", i), func(payload string) {
				if closed.Load() {
					f.Errorf("payload %q after Close", payload)
				}
			})
			if err != nil {
				f.Fatal(err)
			}
		}
		for i := range 30 {
			f.do(publish(fmt.Sprint("channel", i%3), "x"))
		}
		f.close()
		closed.Store(true)
	},
}
