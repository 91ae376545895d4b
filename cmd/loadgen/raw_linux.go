package main

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"github.com/coder/websocket"
	"golang.org/x/sys/unix"
)

// Sizes of the raw loop.
const (
	rawReadBuffer = 256 << 10              // bytes read at once
	rawEvents     = 256                    // connections handled after one wait
	rawWait       = 100 * time.Millisecond // longest wait, so that the loop sees the end of the run
	rawShortWait  = time.Millisecond       // longest wait without telling the Go scheduler
	leaveTimeout  = 5 * time.Second        // for the hub's answer to a close frame
)

// rawLoop serves all connections with -raw. One goroutine waits for all of them, reads
// each with one system call, and handles its frames. The websocket library needs a
// goroutine for each connection and more system calls. Then one core of the generator
// cannot keep one core of a server busy.
type rawLoop struct {
	run      *run
	epoll    int
	timer    int                      // a file descriptor: fires when the next move of an open loop is due
	schedule atomic.Pointer[schedule] // of an open loop, while it runs

	mu    sync.Mutex
	conns []*rawConn // by file descriptor
}

// rawConn is a connection of the raw loop.
type rawConn struct {
	client *client
	rest   []byte // the start of a frame that has not arrived whole
	done   chan struct{}

	mu   sync.Mutex // guards the fields below
	fd   int        // -1: closed
	code websocket.StatusCode
}

func newRawLoop(r *run) (*rawLoop, error) {
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	l := &rawLoop{run: r, epoll: epoll}
	if l.timer, err = unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK); err != nil {
		_ = unix.Close(epoll)
		return nil, err
	}
	if err = l.watch(l.timer); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *rawLoop) close() {
	_ = unix.Close(l.timer)
	_ = unix.Close(l.epoll)
}

// watch makes the loop wait for a file descriptor too.
func (l *rawLoop) watch(fd int) error {
	event := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLRDHUP, Fd: int32(fd)}
	return unix.EpollCtl(l.epoll, unix.EPOLL_CTL_ADD, fd, &event)
}

// serve runs the loop until the run ends.
func (l *rawLoop) serve() {
	defer l.close()
	var events [rawEvents]unix.EpollEvent
	data := make([]byte, rawReadBuffer)
	var b readBuffer
	for l.run.ctx.Err() == nil {
		for _, e := range events[:l.wait(&events)] {
			if int(e.Fd) == l.timer {
				l.requestDue()
				continue
			}
			l.mu.Lock()
			conn := l.conns[e.Fd]
			l.mu.Unlock()
			conn.read(data, &b)
		}
	}
}

// wait waits for events and returns their number. Under load, something arrives within a
// millisecond. The scheduler need not know of such a short wait: its monitor thread would
// look every 20 µs whether the wait is over. That takes a tenth of the core.
func (l *rawLoop) wait(events *[rawEvents]unix.EpollEvent) int {
	n, _, errno := unix.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(l.epoll), uintptr(unsafe.Pointer(events)), rawEvents,
		uintptr(rawShortWait.Milliseconds()), 0, 0)
	if errno == 0 && n > 0 {
		return int(n)
	}
	waited, _ := unix.EpollWait(l.epoll, events[:], int(rawWait.Milliseconds())) // -1 on an error, such as EINTR
	return max(waited, 0)
}

// start begins to request moves at the rate of an open loop.
func (l *rawLoop) start(s *schedule) {
	l.schedule.Store(s)
	l.wakeAfter(0)
}

// requestDue requests the moves that are due, and sets the timer to the next one.
func (l *rawLoop) requestDue() {
	if !l.run.playing.Load() {
		l.schedule.Store(nil)
	}
	s := l.schedule.Load()
	if s == nil {
		_ = unix.TimerfdSettime(l.timer, 0, &unix.ItimerSpec{}, nil) // stops the timer; fails only for invalid arguments
		return
	}
	next := s.requestDue()
	l.wakeAfter(next - l.run.now())
}

// wakeAfter sets the timer. A value of 0 would stop it.
func (l *rawLoop) wakeAfter(d time.Duration) {
	once := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(max(d, 1)))}
	_ = unix.TimerfdSettime(l.timer, 0, &once, nil) // fails only for invalid arguments
}

// serveRawConn opens a connection, leaves it to the loop, and waits for its end. It
// returns the close code, or 0 if no connection was opened.
func (c *client) serveRawConn(ctx context.Context, try int) (code websocket.StatusCode) {
	release, err := c.awaitDialSlot(ctx)
	if err != nil {
		return 0
	}
	address, header := c.liveAddress(try)
	fd, rest, status, err := dialRaw(ctx, address, header)
	release()
	if err != nil || fd < 0 {
		c.countDialError(ctx, status)
		return 0
	}
	conn := &rawConn{client: c, fd: fd, code: websocket.StatusAbnormalClosure, done: make(chan struct{})}
	c.setConnected(conn)
	l := c.run.raw
	l.mu.Lock()
	for len(l.conns) <= fd {
		l.conns = append(l.conns, nil)
	}
	l.conns[fd] = conn
	l.mu.Unlock()
	conn.feed(rest, &readBuffer{})
	conn.mu.Lock()
	watched := conn.fd >= 0 && l.watch(fd) == nil // feed may have closed fd
	conn.mu.Unlock()
	if !watched {
		conn.end()
	}
	select {
	case <-conn.done:
	case <-ctx.Done():
		conn.end()
	}
	conn.mu.Lock()
	defer conn.mu.Unlock()
	return conn.code
}

// dialRaw opens a websocket. It returns a file descriptor that does not block, and the
// bytes that have arrived after the handshake. If the server does not open a websocket,
// fd is -1. status is the status of its answer, 0 if there was none.
func dialRaw(ctx context.Context, address string, header http.Header) (fd int, rest []byte, status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return -1, nil, 0, err
	}
	req.Header = header
	req.Header.Set("Connection", "Upgrade")
	req.Header.Set("Upgrade", "websocket")
	req.Header.Set("Sec-WebSocket-Version", "13")
	req.Header.Set("Sec-WebSocket-Key", "cXVhdHJlIGxvYWRnZW4gIQ==") // any 16 bytes: no proxy is in between
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", hostPort(req.URL))
	if err != nil {
		return -1, nil, 0, err
	}
	defer conn.Close()
	if err = conn.SetDeadline(time.Now().Add(dialTimeout)); err == nil {
		err = req.Write(conn)
	}
	if err != nil {
		return -1, nil, 0, err
	}
	reader := bufio.NewReader(conn)
	resp, err := http.ReadResponse(reader, req)
	if err != nil || resp.StatusCode != http.StatusSwitchingProtocols {
		if err == nil {
			status = resp.StatusCode
		}
		return -1, nil, status, err
	}
	rest, _ = reader.Peek(reader.Buffered()) // cannot fail
	file, err := conn.(*net.TCPConn).File()
	if err != nil {
		return -1, nil, 0, err
	}
	defer file.Close()
	fd, err = unix.FcntlInt(file.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	return fd, slices.Clone(rest), 0, err
}

// hostPort returns the host and port of an http address.
func hostPort(u *url.URL) string {
	if u.Port() == "" {
		return net.JoinHostPort(u.Hostname(), "80")
	}
	return u.Host
}

// read reads what has arrived, and handles it.
func (conn *rawConn) read(data []byte, b *readBuffer) {
	conn.mu.Lock()
	if conn.fd < 0 {
		conn.mu.Unlock()
		return
	}
	n, _, errno := callNow(unix.SYS_READ, conn.fd, data)
	conn.mu.Unlock()
	switch {
	case errno == unix.EAGAIN || errno == unix.EINTR:
	case errno != 0 || n == 0:
		conn.end()
	default:
		conn.feed(data[:n], b)
	}
}

// callNow reads or writes bytes, at least one. It does not tell the Go scheduler, because the
// file descriptor does not block.
func callNow(trap uintptr, fd int, b []byte) (n, _ uintptr, errno syscall.Errno) {
	return unix.RawSyscall(trap, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
}

// write sends a text frame.
func (conn *rawConn) write(frame []byte) { conn.send(opText, frame) }

// send sends a frame. A client waits for one answer at a time, so its frames always fit
// into the socket's buffer, unless the server no longer reads.
func (conn *rawConn) send(op byte, payload []byte) {
	var space [256]byte
	frame := appendFrame(space[:0], op, payload)
	conn.mu.Lock()
	defer conn.mu.Unlock()
	if conn.fd < 0 {
		return
	}
	n, _, errno := callNow(unix.SYS_WRITE, conn.fd, frame)
	if errno != 0 || int(n) < len(frame) {
		_ = unix.Shutdown(conn.fd, unix.SHUT_RDWR) // the loop then reads the end
	}
}

func (conn *rawConn) cut() {
	conn.mu.Lock()
	defer conn.mu.Unlock()
	if conn.fd >= 0 {
		_ = unix.Shutdown(conn.fd, unix.SHUT_RDWR) // the loop then reads the end
	}
}

func (conn *rawConn) leave() {
	conn.send(opClose, []byte{byte(websocket.StatusNormalClosure >> 8), byte(websocket.StatusNormalClosure & 0xff)})
	select {
	case <-conn.done:
	case <-time.After(leaveTimeout):
		conn.cut()
	}
}

// end closes the connection.
func (conn *rawConn) end() {
	conn.mu.Lock()
	defer conn.mu.Unlock()
	if conn.fd >= 0 {
		_ = unix.Close(conn.fd)
		conn.fd = -1
		close(conn.done)
	}
}
