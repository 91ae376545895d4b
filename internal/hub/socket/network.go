package socket

import (
	"bufio"
	"net"
	"net/http"
	"syscall"
)

const (
	// readBuffer and writeBuffer are the sizes, in bytes, of the buffers that an idle socket
	// holds. The buffers of net/http have 4 KiB each. A frame longer than readBuffer is read
	// without the buffer.
	readBuffer  = 512
	writeBuffer = 144
)

// network is the connection of a socket as the library sees it: what the library writes goes through
// the outbox.
type network struct {
	net.Conn
	socket *Conn
}

// Write implements net.Conn, and never waits. The library writes only pings, pongs and close frames,
// each with one call.
func (n network) Write(p []byte) (int, error) {
	n.socket.outbox.mu.Lock()
	defer n.socket.outbox.mu.Unlock()
	if !n.socket.write(noHeader, p) {
		return 0, errFull
	}
	return len(p), nil
}

// hijacker gives the websocket library the network of a socket in place of the connection. If the
// library refuses a request, hijacker notes the status and sends no answer.
type hijacker struct {
	http.ResponseWriter
	socket *Conn
	status int // of the library's refusal; 0: the library has not refused the request
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
	h.socket.network = network{conn, h.socket}
	if c, ok := conn.(syscall.Conn); ok {
		h.socket.outbox.raw, _ = c.SyscallConn()
	}
	if rw.Reader.Buffered() == 0 { // otherwise the client has sent frames already
		rw.Reader = bufio.NewReaderSize(conn, readBuffer)
	}
	rw.Writer = bufio.NewWriterSize(h.socket.network, writeBuffer)
	return h.socket.network, rw, nil
}
