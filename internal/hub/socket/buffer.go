package socket

import (
	"bufio"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

const (
	// readBuffer and writeBuffer are the sizes, in bytes, of the buffers that an idle socket
	// holds. The buffers of net/http have 4 KiB each. A frame longer than readBuffer is read
	// without the buffer. Only control frames are written outside of gather, and they fit into
	// writeBuffer.
	readBuffer  = 512
	writeBuffer = 144

	// gatherLimit is how many bytes are collected before they are written.
	gatherLimit = 16 << 10
)

// bufferedConn is the network connection of a socket. Between gather and release it collects
// what is written, so that frames that are queued together take one system call. It limits
// the time of every write by a deadline of the connection, which costs less than a context
// that the websocket library would have to watch.
type bufferedConn struct {
	net.Conn
	timeout time.Duration
	raw     syscall.RawConn // nil: the connection cannot be written without waiting

	mu        sync.Mutex
	gathering bool
	gathered  *[]byte // nil: no bytes are collected
}

// gatherPool recycles the buffers of bufferedConn.gathered.
var gatherPool = sync.Pool{New: func() any { return new(make([]byte, 0, 4096)) }}

// Write implements net.Conn.
func (b *bufferedConn) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.write(p)
}

// write is Write with mu held.
func (b *bufferedConn) write(p []byte) (int, error) {
	if b.gathering && len(p) <= gatherLimit {
		b.collect()
		*b.gathered = append(*b.gathered, p...)
		if len(*b.gathered) < gatherLimit {
			return len(p), nil
		}
		return len(p), b.flush()
	}
	if err := b.flush(); err != nil {
		return 0, err
	}
	return b.writeNow(p)
}

// collect makes sure that there is a buffer. The caller holds mu.
func (b *bufferedConn) collect() {
	if b.gathered == nil {
		b.gathered = gatherPool.Get().(*[]byte)
	}
}

// gather begins to collect what is written.
func (b *bufferedConn) gather() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gathering = true
}

// release writes what was collected.
func (b *bufferedConn) release() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gathering = false
	return b.flush()
}

// tryGather is gather. It returns false if another goroutine is writing, which may take long.
func (b *bufferedConn) tryGather() bool {
	if b.raw == nil || !b.mu.TryLock() {
		return false
	}
	defer b.mu.Unlock()
	b.gathering = true
	return true
}

// tryRelease writes of what was collected as much as the connection takes at once. It returns
// false if bytes are left, which the next write or release writes first.
func (b *bufferedConn) tryRelease() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gathering = false
	if b.gathered == nil {
		return true
	}
	n := writeAtOnce(b.raw, *b.gathered)
	if n < len(*b.gathered) {
		*b.gathered = append((*b.gathered)[:0], (*b.gathered)[n:]...)
		return false
	}
	b.recycle()
	return true
}

// flush writes what was collected. The caller holds mu.
func (b *bufferedConn) flush() error {
	if b.gathered == nil {
		return nil
	}
	defer b.recycle()
	_, err := b.writeNow(*b.gathered)
	return err
}

// recycle drops what was collected. The caller holds mu.
func (b *bufferedConn) recycle() {
	*b.gathered = (*b.gathered)[:0]
	gatherPool.Put(b.gathered)
	b.gathered = nil
}

// writeNow writes p, and waits for the connection until the deadline. A deadline that has passed
// would make writeAtOnce fail, so none remains.
func (b *bufferedConn) writeNow(p []byte) (n int, err error) {
	if err := b.SetWriteDeadline(time.Now().Add(b.timeout)); err != nil {
		return 0, err
	}
	if n, err = b.Conn.Write(p); err != nil {
		return n, err
	}
	return n, b.SetWriteDeadline(time.Time{})
}

// bufferHijacker gives the websocket library a bufferedConn in place of the connection. If
// the library refuses a request, bufferHijacker notes the status and sends no answer.
type bufferHijacker struct {
	http.ResponseWriter
	buffer *bufferedConn
	status int // of the library's refusal; 0: the library has not refused the request
}

// WriteHeader implements http.ResponseWriter.
func (w *bufferHijacker) WriteHeader(status int) {
	if status == http.StatusSwitchingProtocols {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.status = status
}

// Write implements http.ResponseWriter. It drops the library's text.
func (w *bufferHijacker) Write(text []byte) (int, error) { return len(text), nil }

// Hijack implements http.Hijacker.
func (w *bufferHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	w.buffer.Conn = conn
	if c, ok := conn.(syscall.Conn); ok {
		w.buffer.raw, _ = c.SyscallConn()
	}
	if rw.Reader.Buffered() == 0 { // otherwise the client has sent frames already
		rw.Reader = bufio.NewReaderSize(conn, readBuffer)
	}
	rw.Writer = bufio.NewWriterSize(w.buffer, writeBuffer)
	return w.buffer, rw, nil
}
