// Package mailbox delivers messages to a function, in order, in another goroutine.
// The databases of package ledger use it to send payloads to watchers, and a hub for the commands of a
// socket.
//
// It promises:
//
//   - Send never waits for the receiver.
//   - One goroutine at a time calls the function, with the messages in the order in
//     which they were sent.
//   - Memory is bounded. If Limit messages wait when another message is sent, the message
//     "lost" replaces them all.
//   - After Close has returned the function is not called again.
//
// A Box has a goroutine only while messages wait in it. Boxes that receive often can share the
// goroutines of a pool.
package mailbox

import "sync"

// Limit is how many messages may wait in a Box.
const Limit = 1024

// Box holds the messages for one receiver.
type Box[M any] struct {
	lost    M
	deliver func(M)
	start   func(task func())
	task    func()         // delivers until no message waits
	tasks   sync.WaitGroup // counts the goroutine that delivers, 0 or 1

	// Guarded by mu.
	mu      sync.Mutex
	queue   []M
	running bool // whether task runs or was started
	closed  bool
}

// New returns a Box that calls deliver with each message. In place of messages that the Box
// has dropped, it delivers lost. start must run a task soon, in a goroutine that is not its
// caller's, and must not wait for it, such as Run of a pool.
func New[M any](start func(task func()), lost M, deliver func(M)) *Box[M] {
	b := &Box[M]{lost: lost, deliver: deliver, start: start}
	b.task = b.run
	return b
}

// Send queues m for delivery. If b is closed, Send does nothing.
func (b *Box[M]) Send(m M) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	if len(b.queue) < Limit {
		b.queue = append(b.queue, m)
	} else {
		b.queue = []M{b.lost}
	}
	if !b.running {
		b.running = true
		b.tasks.Add(1)
		b.start(b.task)
	}
}

// run delivers until no message waits.
func (b *Box[M]) run() {
	defer b.tasks.Done()
	for {
		m, ok := b.next()
		if !ok {
			return
		}
		b.deliver(m)
	}
}

func (b *Box[M]) next() (m M, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		b.queue = nil
		b.running = false
		return m, false
	}
	m = b.queue[0]
	b.queue = b.queue[1:]
	return m, true
}

// Close drops the messages that wait, and blocks until a running call of deliver has returned.
// deliver must not call Close. Further calls of Close do nothing.
func (b *Box[M]) Close() {
	b.mu.Lock()
	b.closed = true
	b.queue = nil
	b.mu.Unlock()
	b.tasks.Wait()
}
