package hubtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
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

// web is the client for requests to hubs. It keeps no connection open.
var web = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// Secret returns the secret of a player.
func Secret(player string) string { return (player + strings.Repeat("-secret", 10))[:40] }

// Bearer returns the Authorization header of a player.
func Bearer(player string) string { return "Bearer " + Secret(player) }

// Call sends a request of a player to a hub and decodes the answer. An answer that is no success
// is an error.
func Call(ctx context.Context, url, player, method, path string, body, answer any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, url+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", Bearer(player))
	resp, err := web.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		var failure struct{ Code string }
		_ = json.NewDecoder(resp.Body).Decode(&failure)
		return fmt.Errorf("%s %s: %d %s", method, path, resp.StatusCode, failure.Code)
	}
	return json.NewDecoder(resp.Body).Decode(answer)
}

// Create opens a room for two people, changed by more, and returns its ID.
func Create(ctx context.Context, url, player string, more Object) (string, error) {
	body := Object{"id": fmt.Sprint("c", rand.Uint64()), "variant": "connect4:7x6:4", "opponent": "human"}
	maps.Copy(body, more)
	var answer struct{ Room string }
	err := Call(ctx, url, player, http.MethodPost, "/api/rooms", body, &answer)
	return answer.Room, err
}

// Log returns the log of a room as a hub shows it to everybody. Each command must be there once.
func Log(t testing.TB, url, id string) (entries []room.Entry) {
	t.Helper()
	seen := map[string]bool{}
	for more := true; more; {
		var page struct {
			Entries []json.RawMessage
			More    bool
		}
		path := fmt.Sprintf("/api/rooms/%s/entries?after=%d", id, len(entries))
		if err := Call(Context(t), url, "reader", http.MethodGet, path, nil, &page); err != nil {
			t.Fatal(err)
		}
		for _, raw := range page.Entries {
			e, err := room.DecodeEntry(raw)
			command := string(e.By) + " " + e.Cmd
			if err != nil || e.N != uint64(len(entries)+1) || e.Cmd != "" && seen[command] {
				t.Errorf("entry %s after %d entries (each command must be there once): %v", raw, len(entries), err)
			}
			seen[command] = true
			entries = append(entries, e)
		}
		more = page.More
	}
	return entries
}

// Dial opens the websocket of a room. If the hub refuses it, Dial returns the answer too.
func Dial(ctx context.Context, url, id, player, query string) (Conn, *http.Response, error) {
	address := strings.Replace(url, "http", "ws", 1) + "/api/rooms/" + id + "/live?proto=1" + query
	ws, answer, err := websocket.Dial(ctx, address, &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {Bearer(player)}}, HTTPClient: web,
	})
	if err != nil {
		return nil, answer, err
	}
	return wsConn{ws}, nil, nil
}

// Connect opens a socket to a hub, in place of the one that c has. The hub sends the entries
// that c lacks.
func (c *Client) Connect(ctx context.Context, url string) error {
	if c.Conn != nil {
		c.Drop()
	}
	conn, _, err := Dial(ctx, url, c.Room, c.Player, fmt.Sprintf("&after=%d&digest=%s", c.N(), c.digest()))
	if err != nil {
		return err
	}
	c.Conn = conn
	return nil
}

// Join connects a player to a room through a hub. The socket ends with the test.
func Join(t testing.TB, url, id, player string) *Client {
	t.Helper()
	c := &Client{Player: player, Room: id, t: t}
	t.Cleanup(func() {
		if c.Conn != nil {
			c.Drop()
		}
	})
	c.Rejoin(url)
	return c
}

// Rejoin connects c to a hub, repeatedly if need be, and returns the welcome.
func (c *Client) Rejoin(url string) Message {
	c.t.Helper()
	for ctx := Context(c.t); ; time.Sleep(20 * time.Millisecond) {
		err := c.Connect(ctx, url)
		if err == nil {
			var welcome Message
			if welcome, err = c.Receive(ctx); err == nil {
				return welcome
			}
		}
		if ctx.Err() != nil {
			c.t.Fatalf("%s cannot connect: %v", c.Player, err)
		}
	}
}
