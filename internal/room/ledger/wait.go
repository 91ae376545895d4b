package ledger

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// waiters are the calls of this process that wait for work of one kind. Those that want the same
// form a line, and the first one of a line looks: at once, after each message that something it
// wants is free, and after each pause, so that nothing is missed. When it has found something, the
// next one looks.
type waiters struct {
	channel string // of the messages
	pause   time.Duration
	tend    func(context.Context) // called once in each pause while there are calls

	ctx context.Context // ends when the store is closed

	subscribing sync.Mutex
	unheard     []Driver // whose channels it has not subscribed to
	hears       bool     // it has subscribed to another one

	mu     sync.Mutex
	lines  map[string]*line // by what their calls want
	tended time.Time        // when tend was last called
}

// line is calls that want the same.
type line struct {
	calls int
	wants func(news string) bool
	first chan struct{} // holds a token while a call is the first one
	news  chan struct{} // holds a token if there was a message since the first one looked
}

// ErrClosed is the error of a call that Close has interrupted.
var ErrClosed = fmt.Errorf("ledger: the store is closed: %w", storage.ErrUnavailable)

func newWaiters(ctx context.Context, shards []Driver, channel string, pause time.Duration, tend func(context.Context)) *waiters {
	return &waiters{ctx: ctx, unheard: slices.Clone(shards), channel: channel, pause: pause, tend: tend, lines: map[string]*line{}, tended: time.Now()}
}

// wait calls look until it has found something. Calls with the same kind want the same news.
func (w *waiters) wait(ctx context.Context, kind string, wants func(news string) bool, look func() (found bool, err error)) error {
	if err := w.listen(ctx); err != nil {
		return err
	}
	l := w.join(kind, wants)
	defer w.leave(kind, l)
	select {
	case l.first <- struct{}{}:
		defer func() { <-l.first }()
	case <-ctx.Done():
		return ctx.Err()
	case <-w.ctx.Done():
		return ErrClosed
	}
	for {
		due := w.tendIfDue(ctx) // first, because calls that all find something at once must tend too
		if found, err := look(); found || err != nil {
			return err
		}
		select {
		case <-l.news:
		case <-time.After(due):
		case <-ctx.Done():
			return ctx.Err()
		case <-w.ctx.Done():
			return ErrClosed
		}
	}
}

// tendIfDue tends, and subscribes to channels that are missing, if no call has done it for a pause. It
// returns in what time it will be due.
func (w *waiters) tendIfDue(ctx context.Context) time.Duration {
	w.mu.Lock()
	due := w.pause - time.Since(w.tended)
	if due <= 0 {
		w.tended = time.Now()
	}
	w.mu.Unlock()
	if due > 0 {
		return due
	}
	w.tend(ctx)
	_ = w.listen(ctx)
	return w.pause
}

func (w *waiters) join(kind string, wants func(news string) bool) *line {
	w.mu.Lock()
	defer w.mu.Unlock()
	l := w.lines[kind]
	if l == nil {
		l = &line{wants: wants, first: make(chan struct{}, 1), news: make(chan struct{}, 1)}
		w.lines[kind] = l
	}
	l.calls++
	return l
}

func (w *waiters) leave(kind string, l *line) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if l.calls--; l.calls == 0 {
		delete(w.lines, kind)
	}
}

// tell tells the lines that want it of a message; "" says that messages may be missing.
func (w *waiters) tell(news string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, l := range w.lines {
		if news == "" || l.wants(news) {
			select {
			case l.news <- struct{}{}:
			default:
			}
		}
	}
}

// listen subscribes to the channels of the shards, once, until the database is closed. Shards that are
// away are asked again at the next call and after each pause. It fails if all of them are away.
func (w *waiters) listen(ctx context.Context) error {
	w.subscribing.Lock()
	defer w.subscribing.Unlock()
	var failure error
	w.unheard = slices.DeleteFunc(w.unheard, func(d Driver) bool {
		if _, err := d.Watch(ctx, w.channel, w.tell); err != nil {
			failure = err
			return false
		}
		w.hears = true
		return true
	})
	if !w.hears {
		return failure
	}
	return ctx.Err()
}
