package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

type object = map[string]any

// client is one player's or spectator's view of one room, for tests that look at
// single frames.
type client struct {
	t      *testing.T
	name   string
	room   string
	ws     *websocket.Conn
	n      uint64 // of the last entry
	digest string // of the last entry
	log    []entry
	asked  int
	acked  []string // ids of commands
	anew   int      // how many times the hub has said that the log is another one
}

// frame is any message of a hub.
type frame struct {
	T       string  `json:"t"`
	ID      string  `json:"id"`
	N       uint64  `json:"n"`
	From    uint64  `json:"from"`
	Code    string  `json:"code"`
	Retry   bool    `json:"retry"`
	Up      bool    `json:"up"`
	Store   bool    `json:"store"`
	Entries []entry `json:"entries"`
}

type entry struct {
	N      uint64          `json:"n"`
	At     int64           `json:"at"`
	Type   string          `json:"type"`
	Cmd    string          `json:"cmd"`
	Digest string          `json:"digest"`
	Data   json.RawMessage `json:"data"`
}

// bearer is the secret of a test's player.
func bearer(name string) string { return "Bearer " + (name + strings.Repeat("-secret", 10))[:40] }

// create opens a room and returns its name.
func create(ctx context.Context, url, name string, body object) (string, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/rooms", bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", bearer(name))
	resp, err := web.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var answer struct{ Room, Code string }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("POST /api/rooms: %d %s %w", resp.StatusCode, answer.Code, err)
	}
	return answer.Room, nil
}

// connect opens the room's websocket, from the last entry that c has on.
func (c *client) connect(ctx context.Context, url string) error {
	address := fmt.Sprintf("%s/api/rooms/%s/live?proto=1&after=%d&digest=%s", strings.Replace(url, "http", "ws", 1), c.room, c.n, c.digest)
	ws, _, err := websocket.Dial(ctx, address, &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {bearer(c.name)}}, HTTPClient: web,
	})
	if err != nil {
		return err
	}
	ws.SetReadLimit(1 << 20)
	c.ws = ws
	return nil
}

// receive returns the next frame. It takes in the entries, and an error is
// theirs, too: each must follow the one before.
func (c *client) receive(ctx context.Context) (frame, error) {
	var f frame
	_, data, err := c.ws.Read(ctx)
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return f, err
	}
	if f.T == "welcome" && f.From != c.n { // the hub has another log: start anew
		c.n, c.digest, c.log = 0, "", nil
		c.anew++
	}
	for _, e := range f.Entries {
		if e.N != c.n+1 {
			return f, fmt.Errorf("entry %d after %d", e.N, c.n)
		}
		c.n, c.digest, c.log = e.N, e.Digest, append(c.log, e)
	}
	return f, nil
}

// await reads until a frame is what is wanted.
func (c *client) await(ctx context.Context, wanted func(frame) bool) (frame, error) {
	for {
		f, err := c.receive(ctx)
		if err != nil || wanted(f) {
			return f, err
		}
	}
}

// ask sends a command and returns its answer.
func (c *client) ask(ctx context.Context, command object) (frame, error) {
	if command["id"] == nil {
		c.asked++
		command["id"] = fmt.Sprintf("%s%d", c.name, c.asked)
	}
	command["n"] = c.n
	raw, err := json.Marshal(command)
	if err != nil {
		return frame{}, err
	}
	if err := c.ws.Write(ctx, websocket.MessageText, raw); err != nil {
		return frame{}, err
	}
	f, err := c.await(ctx, func(f frame) bool { return f.ID == command["id"] })
	if err == nil && f.T == "ok" {
		c.acked = append(c.acked, f.ID)
		err = c.caughtUp(ctx, f.N)
	}
	return f, err
}

// caughtUp reads until entry n.
func (c *client) caughtUp(ctx context.Context, n uint64) error {
	if c.n >= n {
		return nil
	}
	_, err := c.await(ctx, func(frame) bool { return c.n >= n })
	return err
}

func (c *client) close() { _ = c.ws.Close(websocket.StatusNormalClosure, "") }

// The methods below are those above for a test that cannot go on without.

// within bounds what must come.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// join enters a room.
func join(t *testing.T, url, room, name string) *client {
	t.Helper()
	c := &client{t: t, name: name, room: room}
	t.Cleanup(func() {
		if c.ws != nil {
			_ = c.ws.CloseNow()
		}
	})
	c.rejoin(url)
	return c
}

// rejoin comes back, however long that takes, and returns the welcome.
func (c *client) rejoin(url string) (welcome frame) {
	c.t.Helper()
	if c.ws != nil {
		_ = c.ws.CloseNow()
	}
	ctx := within(c.t)
	for {
		err := c.connect(ctx, url)
		if err == nil {
			welcome, err = c.receive(ctx)
		}
		if err == nil {
			return welcome
		}
		if ctx.Err() != nil {
			c.t.Fatalf("%s does not get back in: %v", c.name, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// until reads until a frame is what is wanted.
func (c *client) until(what string, wanted func(frame) bool) frame {
	c.t.Helper()
	f, err := c.await(within(c.t), wanted)
	if err != nil {
		c.t.Fatalf("%s waits for %s: %v", c.name, what, err)
	}
	return f
}

// told waits until the hub says whether the store is there.
func (c *client) told(up bool) {
	c.t.Helper()
	c.until(fmt.Sprintf("store up %v", up), func(f frame) bool { return f.T == "store" && f.Up == up })
}

// must sends a command that is to be acknowledged.
func (c *client) must(command object) {
	c.t.Helper()
	if f, err := c.ask(within(c.t), command); err != nil || f.T != "ok" {
		c.t.Fatalf("%s asks for %v: %+v, %v", c.name, command, f, err)
	}
}

// eventually sends a command again until it is acknowledged on the same socket.
func (c *client) eventually(command object) {
	c.t.Helper()
	ctx := within(c.t)
	for {
		f, err := c.ask(ctx, command)
		switch {
		case err != nil || f.T != "ok" && !f.Retry:
			c.t.Fatalf("%s asks for %v: %+v, %v", c.name, command, f, err)
		case f.T == "ok":
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// refused sends a command that is to be refused for now, by a store that does not
// serve.
func (c *client) refused(command object) {
	c.t.Helper()
	if f, err := c.ask(within(c.t), command); err != nil || f.Code != "store_away" || !f.Retry {
		c.t.Fatalf("%s asks for %v: %+v, %v", c.name, command, f, err)
	}
}

// closed reads until the hub ends the socket, with this code.
func (c *client) closed(code websocket.StatusCode) {
	c.t.Helper()
	if _, err := c.await(within(c.t), func(frame) bool { return false }); websocket.CloseStatus(err) != code {
		c.t.Errorf("%s is closed by %v, not with %d", c.name, err, code)
	}
}

// pair opens a room for two, each on a hub, and has both sit.
func pair(t *testing.T, urls [2]string, body object) (ana, bob *client) {
	t.Helper()
	all := object{"id": "c0", "variant": "connect4:7x6:4", "opponent": "human", "starter": "me"}
	for k, v := range body {
		all[k] = v
	}
	room, err := create(within(t), urls[0], "ana", all)
	if err != nil {
		t.Fatal(err)
	}
	ana, bob = join(t, urls[0], room, "ana"), join(t, urls[1], room, "bob")
	bob.must(object{"t": "sit"})
	return ana, bob
}

// play has both make the moves of a game in turn.
func play(moves string, ana, bob *client) {
	ana.t.Helper()
	players := [2]*client{ana, bob}
	n := max(ana.n, bob.n)
	for i := range len(moves) {
		p := players[i%2]
		if err := p.caughtUp(within(p.t), n); err != nil {
			p.t.Fatal(err)
		}
		p.must(object{"t": "move", "move": moves[i : i+1]})
		n++
	}
	for _, p := range players {
		if err := p.caughtUp(within(p.t), n); err != nil {
			p.t.Fatal(err)
		}
	}
}

// whole reads a room's log from a hub, and checks that each command is in it once.
func whole(t *testing.T, url, room string) []entry {
	t.Helper()
	req, err := http.NewRequestWithContext(within(t), http.MethodGet, url+"/api/rooms/"+room+"/entries", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := web.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct{ Entries []entry }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, e := range answer.Entries {
		if e.N != uint64(i+1) || e.Cmd != "" && seen[e.Cmd] {
			t.Errorf("entry %d in place %d, command %q", e.N, i+1, e.Cmd)
		}
		seen[e.Cmd] = true
	}
	return answer.Entries
}
