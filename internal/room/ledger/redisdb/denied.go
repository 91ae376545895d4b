package redisdb

import (
	"bytes"
	"context"
	"errors"
	"net"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/redis/go-redis/v9"
)

// denials are the beginnings of the errors with which Redis greets a client before it closes
// the connection: in protected mode, and if it has too many clients.
var denials = [][]byte{[]byte("-DENIED "), []byte("-ERR max number of clients")}

// denialTimeout is how long a connection that broke at its first command waits for the
// greeting, which Redis sends before it closes the connection.
const denialTimeout = 100 * time.Millisecond

// deniedError is the error of a connection that Redis has refused.
type deniedError string

func (e deniedError) Error() string { return "Redis closed the connection and said: " + string(e) }

// reportDenials makes a refused connection fail with the error that Redis sent before it closed
// the connection. Otherwise go-redis takes that error for the answer to HELLO, which older
// servers refuse too, and goes on. It then only reports "connection reset by peer".
type reportDenials struct{}

func (reportDenials) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := next(ctx, network, addr)
		if err != nil {
			return conn, err
		}
		c := &greetedConn{Conn: conn}
		if raw, ok := conn.(syscall.Conn); ok { // ok is false for TLS
			return &rawConn{c, raw}, nil
		}
		return c, nil
	}
}

func (reportDenials) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }

func (reportDenials) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

// greetedConn is a connection to Redis. If the first bytes that Redis sends are a denial, Read
// or Write returns a deniedError.
type greetedConn struct {
	net.Conn
	greeted atomic.Bool // whether Redis has sent anything
}

// rawConn is a greetedConn that go-redis can check, by SyscallConn, before it uses the
// connection again.
type rawConn struct {
	*greetedConn
	raw syscall.Conn
}

func (c *rawConn) SyscallConn() (syscall.RawConn, error) { return c.raw.SyscallConn() }

func (c *greetedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 && !c.greeted.Load() {
		c.greeted.Store(true)
		for _, denial := range denials {
			if bytes.HasPrefix(b[:n], denial) {
				// Keep the first sentence. The denial of protected mode continues with four ways to
				// turn protected mode off.
				sentence, _, _ := bytes.Cut(b[1:n], []byte(". "))
				return 0, deniedError(bytes.TrimSpace(sentence))
			}
		}
	}
	return n, err
}

// Write reads the greeting if the connection is closed already. No other goroutine reads at
// that time: go-redis writes HELLO first, and then reads the answer.
func (c *greetedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	if err != nil && !c.greeted.Load() {
		_ = c.SetReadDeadline(time.Now().Add(denialTimeout))
		if _, denied := c.Read(make([]byte, 512)); errors.As(denied, new(deniedError)) {
			return n, denied
		}
	}
	return n, err
}
