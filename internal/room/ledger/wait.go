package ledger

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// waiters are the calls of this process that wait for work of one kind. Each message of a channel
// says that one piece of work is free, and wakes one of them. So that nothing is missed, one of
// them also looks after each pause, and all of them after a gap in the messages.
type waiters struct {
	channel string
	pause   time.Duration
	tend    func(context.Context) // called after each pause while somebody waits; may be nil

	ctx    context.Context // ends when close begins
	cancel context.CancelFunc
	tasks  sync.WaitGroup

	subscribing sync.Mutex
	unheard     []Driver // whose channels it has not subscribed to
	stops       []func() // of those to which it has
	ticking     bool

	mu      sync.Mutex
	waiting []*waiter
}

// waiter is one call.
type waiter struct {
	wants func(news string) bool
	woken chan string // the message that has woken it
}

// ErrClosed is the error of a call that Close has interrupted.
var ErrClosed = fmt.Errorf("ledger: the store is closed: %w", storage.ErrUnavailable)

func newWaiters(shards []Driver, channel string, pause time.Duration, tend func(context.Context)) *waiters {
	w := &waiters{unheard: slices.Clone(shards), channel: channel, pause: pause, tend: tend}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

func (w *waiters) close() {
	w.cancel()
	w.tasks.Wait()
	w.subscribing.Lock()
	defer w.subscribing.Unlock()
	for _, stop := range w.stops {
		stop()
	}
}

// wait calls look until it has found something, at once and whenever there is news that the call
// wants.
func (w *waiters) wait(ctx context.Context, wants func(news string) bool, look func() (found bool, err error)) error {
	if err := w.listen(ctx); err != nil {
		return err
	}
	me := &waiter{wants, make(chan string, 1)}
	for {
		w.join(me)
		found, err := look()
		if found || err != nil {
			w.leave(me)
			return err
		}
		select {
		case <-me.woken:
		case <-ctx.Done():
			w.leave(me)
			return ctx.Err()
		case <-w.ctx.Done():
			return ErrClosed
		}
	}
}

func (w *waiters) join(me *waiter) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = append(w.waiting, me)
}

// leave removes a waiter. If it was woken since it looked, another one is woken in its place.
func (w *waiters) leave(me *waiter) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, other := range w.waiting {
		if other == me {
			w.waiting = append(w.waiting[:i], w.waiting[i+1:]...)
			return
		}
	}
	select {
	case news := <-me.woken:
		w.wake(news, false)
	default:
	}
}

// wake wakes the first waiter that wants the news, or all waiters. The caller holds mu.
func (w *waiters) wake(news string, all bool) {
	kept := w.waiting[:0]
	for i, one := range w.waiting {
		if !all && news != "" && !one.wants(news) {
			kept = append(kept, one)
			continue
		}
		one.woken <- news
		if !all {
			kept = append(kept, w.waiting[i+1:]...)
			break
		}
	}
	clear(w.waiting[len(kept):])
	w.waiting = kept
}

// listen subscribes to the channels of the shards, once. Shards that are away are asked again at
// the next call and after each pause. It fails if all of them are away.
func (w *waiters) listen(ctx context.Context) error {
	w.subscribing.Lock()
	defer w.subscribing.Unlock()
	var failure error
	w.unheard = slices.DeleteFunc(w.unheard, func(d Driver) bool {
		stop, err := d.Watch(ctx, w.channel, func(news string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.wake(news, news == "")
		})
		if err != nil {
			failure = err
			return false
		}
		w.stops = append(w.stops, stop)
		return true
	})
	if len(w.stops) == 0 {
		return failure
	}
	if !w.ticking {
		w.ticking = true
		w.tasks.Go(w.tick)
	}
	return ctx.Err()
}

// tick looks after the queue while somebody waits.
func (w *waiters) tick() {
	ticker := time.NewTicker(w.pause)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-w.ctx.Done():
			return
		}
		w.mu.Lock()
		waiting := len(w.waiting) > 0
		w.mu.Unlock()
		if waiting && w.tend != nil {
			w.tend(w.ctx)
		}
		_ = w.listen(w.ctx)
		w.mu.Lock()
		w.wake("", false)
		w.mu.Unlock()
	}
}
