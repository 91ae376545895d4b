package socket

import (
	"bufio"
	"encoding/binary"
	"errors"
	"math"
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

// Write implements net.Conn. The library writes only pings, pongs and close frames, each with one
// call.
func (n *network) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.fits(len(p)) {
		return 0, errFull
	}
	n.ensureQueue()
	*n.queue = append(*n.queue, p...)
	n.flush()
	return len(p), nil
}

// writeTexts writes a frame for each text, with one system call. It returns false if the queue has
// no room for them. The library would take several locks for each frame, two of them channels: with
// 500 rooms a move would cost 7 % more.
func (n *network) writeTexts(texts [][]byte) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	if !n.fits(size) {
		return false
	}
	n.ensureQueue()
	for _, text := range texts {
		*n.queue = append(appendTextHeader(*n.queue, len(text)), text...)
	}
	n.flush()
	return true
}

// appendTextHeader appends the header of a frame with a text of n bytes (RFC 6455, section 5.2). A
// server does not mask its frames.
func appendTextHeader(h []byte, n int) []byte {
	const fin, opcode = 0x80, 0x1
	const length16, length64 = 126, 127 // the length follows, in 16 or in 64 bits
	switch {
	case n < length16:
		return append(h, fin|opcode, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(h, fin|opcode, length16), uint16(n))
	default:
		return binary.BigEndian.AppendUint64(append(h, fin|opcode, length64), uint64(n))
	}
}

// fits reports whether the queue has room for size more bytes. A queue that is empty has room for
// any size. The caller holds mu.
func (n *network) fits(size int) bool { return n.queued() == 0 || n.queued()+size <= n.limit }

// ensureQueue makes sure that there is a queue. The caller holds mu.
func (n *network) ensureQueue() {
	if n.queue == nil {
		n.queue = queues.Get().(*[]byte)
	}
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
