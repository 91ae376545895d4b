package main

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// libraryConn is a connection of the websocket library. A goroutine reads it.
type libraryConn struct{ ws *websocket.Conn }

// write returns no error: on error readFrames returns. checkLiveness ends a blocked write.
func (l libraryConn) write(frame []byte) {
	_ = l.ws.Write(context.Background(), websocket.MessageText, frame)
}

func (l libraryConn) cut()   { _ = l.ws.CloseNow() }
func (l libraryConn) leave() { _ = l.ws.Close(websocket.StatusNormalClosure, "") }

// serveLibraryConn opens a connection of the websocket library and serves it until it
// ends. It returns the close code, or 0 if no connection was opened.
func (c *client) serveLibraryConn(ctx context.Context, try int) (code websocket.StatusCode) {
	ws, err := c.dial(ctx, try)
	if err != nil {
		return 0
	}
	defer ws.CloseNow()
	ws.SetReadLimit(maxMessage)
	c.setConnected(libraryConn{ws})
	stop := context.AfterFunc(ctx, func() { _ = ws.CloseNow() })
	err = c.readFrames(ctx, ws)
	stop()
	if code = max(websocket.CloseStatus(err), 0); code == 0 {
		code = websocket.StatusAbnormalClosure
	}
	return code
}

func (c *client) dial(ctx context.Context, try int) (*websocket.Conn, error) {
	release, err := c.awaitDialSlot(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	address, header := c.liveAddress(try)
	httpClient := c.run.wsClient
	if c.role == roleSlow {
		httpClient = c.run.slowClient
	}
	ws, resp, err := websocket.Dial(ctx, address, &websocket.DialOptions{
		HTTPClient:     httpClient,
		HTTPHeader:     header,
		OnPingReceived: c.onPing,
	})
	if err != nil {
		status := 0
		if resp != nil {
			status = resp.StatusCode
		}
		c.countDialError(ctx, status)
	}
	return ws, err
}

// onPing records that the hub is alive. The library answers the ping.
func (c *client) onPing(context.Context, []byte) bool {
	c.lastReceived.Store(int64(c.run.now()))
	return true
}

// readBuffer holds one message while it is handled.
type readBuffer struct {
	frame   []byte
	message message
}

var readBuffers = sync.Pool{New: func() any { return &readBuffer{frame: make([]byte, 0, 1024)} }}

// readFrames handles messages until the connection ends. It holds a buffer only while
// there is a message, because most connections are silent most of the time.
func (c *client) readFrames(ctx context.Context, ws *websocket.Conn) error {
	for {
		if c.role == roleSlow {
			select {
			case <-time.After(slowReadEvery):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		_, r, err := ws.Reader(context.Background()) // closing ws ends the read
		if err != nil {
			return err
		}
		s := readBuffers.Get().(*readBuffer)
		if s.frame, err = readAll(r, s.frame[:0]); err == nil {
			c.handle(s)
		}
		if cap(s.frame) <= 64<<10 {
			readBuffers.Put(s)
		}
		if err != nil {
			return err
		}
	}
}

func readAll(r io.Reader, b []byte) ([]byte, error) {
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
}
