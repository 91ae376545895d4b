package hub

import (
	"bufio"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// readBuffer and writeBuffer are what a socket holds while it is idle, in
	// place of net/http's 4 KiB each. A longer frame of a client is read past its
	// buffer; a control frame, the only kind written outside of hold, fits its own.
	readBuffer  = 512
	writeBuffer = 144

	// heldBytes may gather before they are sent.
	heldBytes = 16 << 10
)

// line is a socket's network connection. Between hold and release it gathers
// what is written, so that frames which waited together (a player's own move
// and its acknowledgement do) cost one system call instead of one each. It
// bounds the time of every write with a deadline of the connection, which is
// cheaper than a context that the library would have to watch.
type line struct {
	net.Conn
	timeout time.Duration

	mu      sync.Mutex
	holding bool
	held    *[]byte // nil: nothing is held
}

// heldPool has the buffers of lines that hold something.
var heldPool = sync.Pool{New: func() any { return new(make([]byte, 0, 4096)) }}

// Write implements net.Conn.
func (l *line) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.holding && len(p) <= heldBytes {
		if l.held == nil {
			l.held = heldPool.Get().(*[]byte)
		}
		*l.held = append(*l.held, p...)
		if len(*l.held) < heldBytes {
			return len(p), nil
		}
		return len(p), l.flush()
	}
	if err := l.flush(); err != nil {
		return 0, err
	}
	return l.put(p)
}

// hold begins to gather what is written.
func (l *line) hold() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.holding = true
}

// release sends what was gathered.
func (l *line) release() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.holding = false
	return l.flush()
}

// flush sends what is held; the caller holds mu.
func (l *line) flush() error {
	if l.held == nil {
		return nil
	}
	held := l.held
	l.held = nil
	_, err := l.put(*held)
	*held = (*held)[:0]
	heldPool.Put(held)
	return err
}

func (l *line) put(p []byte) (int, error) {
	if err := l.SetWriteDeadline(time.Now().Add(l.timeout)); err != nil {
		return 0, err
	}
	return l.Conn.Write(p)
}

// lineHijacker lets the websocket library take over a line in place of the bare
// connection.
type lineHijacker struct {
	http.ResponseWriter
	line *line
}

// Hijack implements http.Hijacker.
func (w *lineHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	w.line.Conn = conn
	if rw.Reader.Buffered() == 0 { // else a client spoke before it was answered
		rw.Reader = bufio.NewReaderSize(conn, readBuffer)
	}
	rw.Writer = bufio.NewWriterSize(w.line, writeBuffer)
	return w.line, rw, nil
}
