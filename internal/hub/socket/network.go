package socket

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

const (
	// readBuffer and writeBuffer are the sizes, in bytes, of the buffers that an idle socket
	// holds. The buffers of net/http have 4 KiB each. A frame longer than readBuffer is read
	// without the buffer.
	readBuffer  = 512
	writeBuffer = 144
)

var errFull = errors.New("socket: the peer reads too slowly")

// network is the connection of a socket. Write never waits: what the connection does not take at
// once is queued, and a goroutine writes it. So neither a broadcast nor the library's answer to a
// ping waits for a peer that does not read.
type network struct {
	net.Conn
	raw     syscall.RawConn // nil: every write may wait
	limit   int             // the maximum of bytes that are queued
	timeout time.Duration   // how long the peer may take to accept what is queued
	drain   func()          // starts a goroutine that calls writeQueue

	mu       sync.Mutex
	gather   bool      // Write only queues
	queue    *[]byte   // nil: nothing is queued
	writing  int       // bytes that the goroutine is writing
	draining bool      // the goroutine runs
	drained  sync.Cond // draining has become false; its lock is mu
}

func newNetwork(limit int, timeout time.Duration, drain func()) *network {
	n := &network{limit: limit, timeout: timeout, drain: drain}
	n.drained.L = &n.mu
	return n
}

// queues recycles the buffers of network.queue.
var queues = sync.Pool{New: func() any { return new(make([]byte, 0, 1024)) }}

// maxRecycled is the size, in bytes, of the largest buffer that is recycled.
const maxRecycled = 16 << 10

// Write implements net.Conn.
func (n *network) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.gather && n.queued() > 0 && n.queued()+len(p) > n.limit {
		return 0, errFull
	}
	if n.queue == nil {
		n.queue = queues.Get().(*[]byte)
	}
	*n.queue = append(*n.queue, p...)
	if !n.gather {
		n.flush()
	}
	return len(p), nil
}

// begin gathers what is written until flushGathered, so that frames that are sent together take
// one system call. It returns false if the queue has no room for size more bytes. A queue that is
// empty has room for any size.
func (n *network) begin(size int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gather = n.queued() == 0 || n.queued()+size <= n.limit
	return n.gather
}

func (n *network) flushGathered() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gather = false
	n.flush()
}

// congested reports whether bytes are queued.
func (n *network) congested() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.queued() > 0
}

// queued returns how many bytes are queued or being written. The caller holds mu.
func (n *network) queued() int {
	if n.queue == nil {
		return n.writing
	}
	return n.writing + len(*n.queue)
}

// flush writes what the connection takes at once, and leaves the rest to the goroutine. The caller
// holds mu.
func (n *network) flush() {
	if n.draining || n.queue == nil {
		return
	}
	if n.raw != nil {
		taken := writeAtOnce(n.raw, *n.queue)
		if taken == len(*n.queue) {
			n.recycle(n.queue)
			n.queue = nil
			return
		}
		*n.queue = append((*n.queue)[:0], (*n.queue)[taken:]...)
	}
	n.draining = true
	n.drain()
}

// writeQueue writes what is queued, and waits for the connection until the timeout. The goroutine
// that network.drain has started calls it until stopDraining returns true.
func (n *network) writeQueue() error {
	n.mu.Lock()
	queue := n.queue
	n.queue, n.writing = nil, 0
	if queue != nil {
		n.writing = len(*queue)
	}
	n.mu.Unlock()
	if queue == nil {
		return nil
	}
	defer n.recycle(queue)
	if err := n.SetWriteDeadline(time.Now().Add(n.timeout)); err != nil {
		return err
	}
	if _, err := n.Conn.Write(*queue); err != nil {
		return err
	}
	return n.SetWriteDeadline(time.Time{}) // after a deadline writeAtOnce would fail
}

// stopDraining reports whether nothing is queued. Then the goroutine must end.
func (n *network) stopDraining() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.writing = 0
	if n.draining = n.queue != nil; !n.draining {
		n.drained.Broadcast()
	}
	return !n.draining
}

// fail drops what is queued. The goroutine must end.
func (n *network) fail() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.queue, n.writing, n.draining = nil, 0, false
	n.drained.Broadcast()
}

// wait returns when nothing is queued.
func (n *network) wait() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for n.draining {
		n.drained.Wait()
	}
}

func (n *network) recycle(queue *[]byte) {
	if cap(*queue) <= maxRecycled {
		*queue = (*queue)[:0]
		queues.Put(queue)
	}
}

// hijacker gives the websocket library a network in place of the connection. If the library
// refuses a request, hijacker notes the status and sends no answer.
type hijacker struct {
	http.ResponseWriter
	network *network
	status  int // of the library's refusal; 0: the library has not refused the request
}

// WriteHeader implements http.ResponseWriter.
func (h *hijacker) WriteHeader(status int) {
	if status == http.StatusSwitchingProtocols {
		h.ResponseWriter.WriteHeader(status)
		return
	}
	h.status = status
}

// Write implements http.ResponseWriter. It drops the library's text.
func (h *hijacker) Write(text []byte) (int, error) { return len(text), nil }

// Hijack implements http.Hijacker.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.network.Conn = conn
	if c, ok := conn.(syscall.Conn); ok {
		h.network.raw, _ = c.SyscallConn()
	}
	if rw.Reader.Buffered() == 0 { // otherwise the client has sent frames already
		rw.Reader = bufio.NewReaderSize(conn, readBuffer)
	}
	rw.Writer = bufio.NewWriterSize(h.network, writeBuffer)
	return h.network, rw, nil
}
