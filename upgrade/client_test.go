package upgrade

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// object is a JSON object.
type object = map[string]any

// client is one player in one room. It is connected to one hub at a time.
type client struct {
	t      *testing.T
	name   string
	room   string
	ws     *websocket.Conn
	n      uint64 // number of the last entry
	digest string // digest of the last entry
	sent   int    // number of commands
}

// frame is any message of a hub.
type frame struct {
	T       string  `json:"t"`
	ID      string  `json:"id"`
	N       uint64  `json:"n"`
	From    uint64  `json:"from"`
	Code    string  `json:"code"`
	Retry   bool    `json:"retry"`
	Entries []entry `json:"entries"`
}

// entry is an entry of a log, as frames contain it.
type entry struct {
	N      uint64 `json:"n"`
	By     string `json:"by"`
	Type   string `json:"type"`
	Digest string `json:"digest"`
}

// bearer returns the Authorization header of a player.
func bearer(name string) string { return "Bearer " + (name + strings.Repeat("-secret", 10))[:40] }

// call sends a request of a player to the API of a hub, and decodes the answer.
func call(t *testing.T, h *hub, name, method, path string, body, answer any) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(boundedContext(t), method, h.url()+path, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", bearer(name))
	resp, err := web.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(answer); err != nil || resp.StatusCode >= 300 {
		t.Fatalf("%s: %s %s: got status %d, answer %v, error %v", h.name, method, path, resp.StatusCode, answer, err)
	}
}

// create opens a room for the player name, with more settings, and returns the room's ID.
func create(t *testing.T, h *hub, name string, more object) string {
	t.Helper()
	body := object{"id": fmt.Sprintf("c%d", time.Now().UnixNano()), "variant": "connect4:7x6:4", "opponent": "human", "starter": "me"}
	for k, v := range more {
		body[k] = v
	}
	var answer struct{ Room string }
	call(t, h, name, http.MethodPost, "/api/rooms", body, &answer)
	return answer.Room
}

// boundedContext returns a context that ends after patience.
func boundedContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// join connects a player to a room through a hub.
func join(t *testing.T, h *hub, room, name string) *client {
	t.Helper()
	c := &client{t: t, name: name, room: room}
	t.Cleanup(func() { _ = c.ws.CloseNow() })
	c.moveTo(h)
	return c
}

// moveTo connects c to another hub, which must go on after the last entry that c has.
func (c *client) moveTo(h *hub) {
	c.t.Helper()
	if c.ws != nil {
		_ = c.ws.CloseNow()
	}
	address := fmt.Sprintf("%s/api/rooms/%s/live?proto=1&after=%d&digest=%s", strings.Replace(h.url(), "http", "ws", 1), c.room, c.n, c.digest)
	ws, _, err := websocket.Dial(boundedContext(c.t), address, &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {bearer(c.name)}}, HTTPClient: web,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	c.ws = ws
	if welcome := c.receive(); welcome.T != "welcome" || welcome.From != c.n {
		c.t.Fatalf("%s has %d entries and connects to %s: got %+v, want a welcome from there", c.name, c.n, h.name, welcome)
	} else {
		c.readUntil(welcome.N)
	}
}

// receive returns the next frame. It notes the number and digest of the last entry. The numbers
// of entries must have no gap.
func (c *client) receive() (f frame) {
	c.t.Helper()
	_, data, err := c.ws.Read(boundedContext(c.t))
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	if err != nil {
		c.t.Fatalf("%s: %v", c.name, err)
	}
	for _, e := range f.Entries {
		if e.N != c.n+1 {
			c.t.Fatalf("%s: received entry %d after entry %d", c.name, e.N, c.n)
		}
		c.n, c.digest = e.N, e.Digest
	}
	return f
}

// readUntil reads frames until c has received entry n.
func (c *client) readUntil(n uint64) {
	c.t.Helper()
	for c.n < n {
		c.receive()
	}
}

// mustAck sends a command that the hub must acknowledge, and returns the number of its entry.
// After a refusal with retry it sends the command again.
func (c *client) mustAck(command object) (n uint64) {
	c.t.Helper()
	c.sent++
	command["id"], command["n"] = fmt.Sprintf("%s%d", c.name, c.sent), c.n
	raw, err := json.Marshal(command)
	if err != nil {
		c.t.Fatal(err)
	}
	for send := true; ; {
		if send {
			if err := c.ws.Write(boundedContext(c.t), websocket.MessageText, raw); err != nil {
				c.t.Fatal(err)
			}
		}
		f := c.receive()
		switch send = f.T == "refused" && f.ID == command["id"]; {
		case send && !f.Retry:
			c.t.Fatalf("%s sends %v and is refused: %+v", c.name, command, f)
		case f.T == "ok" && f.ID == command["id"]:
			c.readUntil(f.N)
			return f.N
		}
	}
}

// play makes moves. The players take turns.
func play(moves string, players ...*client) {
	for i := range len(moves) {
		p, last := players[i%len(players)], players[(i+len(players)-1)%len(players)]
		p.t.Helper()
		p.readUntil(last.n)
		p.mustAck(object{"t": "move", "move": moves[i : i+1]})
	}
	for _, p := range players {
		p.readUntil(players[(len(moves)-1)%len(players)].n)
	}
}

// moveAgainstAI makes a move and waits for the reply of the AI.
func (c *client) moveAgainstAI(move string) {
	c.t.Helper()
	c.readUntil(c.mustAck(object{"t": "move", "move": move}) + 1) // the reply may have come before the ok
}

// fullLog reads the log of a room from a hub.
func fullLog(t *testing.T, h *hub, room string) []string {
	t.Helper()
	var answer struct{ Entries []json.RawMessage }
	call(t, h, "eve", http.MethodGet, "/api/rooms/"+room+"/entries", nil, &answer)
	var lines []string
	for _, raw := range answer.Entries {
		lines = append(lines, string(raw))
	}
	return lines
}

// sameLog fails unless all hubs show the same log of a room.
func sameLog(t *testing.T, room string, hubs ...*hub) {
	t.Helper()
	first := fullLog(t, hubs[0], room)
	for _, h := range hubs[1:] {
		if other := fullLog(t, h, room); !slices.Equal(first, other) {
			t.Errorf("%s shows\n%s\nand %s\n%s", hubs[0].name, strings.Join(first, "\n"), h.name, strings.Join(other, "\n"))
		}
	}
	if len(first) == 0 {
		t.Errorf("%s shows an empty log of room %s", hubs[0].name, room)
	}
}
