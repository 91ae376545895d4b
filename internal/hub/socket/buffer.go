package socket

import (
	"bufio"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// readBuffer and writeBuffer are what an idle socket holds, in place of net/http's
	// 4 KiB each. A longer frame of a client is read without the buffer. A control
	// frame, the only kind written outside of gather, fits into the write buffer.
	readBuffer  = 512
	writeBuffer = 144

	// gatherLimit is how many bytes gather before they are written.
	gatherLimit = 16 << 10
)

// buffer is the network connection of a socket. Between gather and release it collects
// what is written, so that frames that wait together take one system call. It limits the
// time of every write by a deadline of the connection, which costs less than a context
// that the library would have to watch.
type buffer struct {
	net.Conn
	timeout time.Duration

	mu        sync.Mutex
	gathering bool
	gathered  *[]byte // nil: nothing
}

// gatherPool has the memory of buffers that have gathered something.
var gatherPool = sync.Pool{New: func() any { return new(make([]byte, 0, 4096)) }}

// Write implements net.Conn.
func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gathering && len(p) <= gatherLimit {
		if b.gathered == nil {
			b.gathered = gatherPool.Get().(*[]byte)
		}
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

// gather begins to collect what is written.
func (b *buffer) gather() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gathering = true
}

// release writes what was collected.
func (b *buffer) release() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gathering = false
	return b.flush()
}

// flush writes what was collected. The caller holds mu.
func (b *buffer) flush() error {
	if b.gathered == nil {
		return nil
	}
	gathered := b.gathered
	b.gathered = nil
	_, err := b.writeNow(*gathered)
	*gathered = (*gathered)[:0]
	gatherPool.Put(gathered)
	return err
}

func (b *buffer) writeNow(p []byte) (int, error) {
	if err := b.SetWriteDeadline(time.Now().Add(b.timeout)); err != nil {
		return 0, err
	}
	return b.Conn.Write(p)
}

// bufferHijacker gives the websocket library a buffer in place of the bare connection.
type bufferHijacker struct {
	http.ResponseWriter
	buffer *buffer
}

// Hijack implements http.Hijacker.
func (w *bufferHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	w.buffer.Conn = conn
	if rw.Reader.Buffered() == 0 { // otherwise the client has sent frames already
		rw.Reader = bufio.NewReaderSize(conn, readBuffer)
	}
	rw.Writer = bufio.NewWriterSize(w.buffer, writeBuffer)
	return w.buffer, rw, nil
}
