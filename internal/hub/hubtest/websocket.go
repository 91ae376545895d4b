package hubtest

import (
	"context"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
)

// Websocket returns the Conn of a websocket.
func Websocket(ws *websocket.Conn) Conn { return wsConn{ws} }

type wsConn struct{ ws *websocket.Conn }

func (c wsConn) Read(ctx context.Context) ([]byte, error) {
	_, frame, err := c.ws.Read(ctx)
	if code := websocket.CloseStatus(err); code != -1 {
		return nil, &Closed{wire.CloseCode(code)}
	}
	return frame, err
}

func (c wsConn) Write(ctx context.Context, frame []byte) error {
	return c.ws.Write(ctx, websocket.MessageText, frame)
}

func (c wsConn) Close(code wire.CloseCode) error { return c.ws.Close(websocket.StatusCode(code), "") }

func (c wsConn) CloseNow() error { return c.ws.CloseNow() }
