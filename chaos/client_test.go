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

// client is one websocket of a player or spectator, for tests that look at single frames.
type client struct {
	t       *testing.T
	name    string
	room    string
	ws      *websocket.Conn
	n       uint64 // of the last entry
	digest  string // of the last entry
	log     []entry
	sent    int      // how many commands were sent
	acked   []string // ids of commands
	resyncs int      // how often the hub has sent the log from entry 1 again
}

// frame is any message of a hub.
type frame struct {
	T       string   `json:"t"`
	ID      string   `json:"id"`
	N       uint64   `json:"n"`
	From    uint64   `json:"from"`
	Code    string   `json:"code"`
	Retry   bool     `json:"retry"`
	Up      bool     `json:"up"`
	Store   bool     `json:"store"`
	Entries []entry  `json:"entries"`
	Claim   [2]int64 `json:"claim"`
}

type entry struct {
	N      uint64          `json:"n"`
	At     int64           `json:"at"`
	Type   string          `json:"type"`
	Cmd    string          `json:"cmd"`
	Digest string          `json:"digest"`
	Data   json.RawMessage `json:"data"`
}

// bearer returns the Authorization header of a player.
func bearer(name string) string { return "Bearer " + (name + strings.Repeat("-secret", 10))[:40] }

// create creates a room and returns its ID.
func create(ctx context.Context, url, player string, body object) (string, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/rooms", bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", bearer(player))
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

// connect opens the websocket of the room. The hub sends the entries that c lacks.
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

// receive returns the next frame and adds its entries to c.log. It returns an error if an
// entry's number does not follow the one before.
func (c *client) receive(ctx context.Context) (frame, error) {
	var f frame
	_, data, err := c.ws.Read(ctx)
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return f, err
	}
	if f.T == "welcome" && f.From != c.n { // the hub lacks entry c.n and sends its log from entry 1
		c.n, c.digest, c.log = 0, "", nil
		c.resyncs++
	}
	for _, e := range f.Entries {
		if e.N != c.n+1 {
			return f, fmt.Errorf("entry %d after %d", e.N, c.n)
		}
		c.n, c.digest, c.log = e.N, e.Digest, append(c.log, e)
	}
	return f, nil
}

// await reads until wanted returns true for a frame, and returns this frame.
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
		c.sent++
		command["id"] = fmt.Sprintf("%s%d", c.name, c.sent)
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
		err = c.catchUp(ctx, f.N)
	}
	return f, err
}

// catchUp reads until it has received entry n.
func (c *client) catchUp(ctx context.Context, n uint64) error {
	if c.n >= n {
		return nil
	}
	_, err := c.await(ctx, func(frame) bool { return c.n >= n })
	return err
}

func (c *client) close() { _ = c.ws.Close(websocket.StatusNormalClosure, "") }

// The methods below fail the test on an error. The methods above return it.

// boundedContext returns a context that ends after patience.
func boundedContext(t *testing.T) context.Context {
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

// rejoin connects to url, repeatedly if need be, and returns the welcome frame.
func (c *client) rejoin(url string) (welcome frame) {
	c.t.Helper()
	if c.ws != nil {
		_ = c.ws.CloseNow()
	}
	ctx := boundedContext(c.t)
	for {
		err := c.connect(ctx, url)
		if err == nil {
			welcome, err = c.receive(ctx)
		}
		if err == nil {
			return welcome
		}
		if ctx.Err() != nil {
			c.t.Fatalf("%s cannot reconnect: %v", c.name, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// until is await that fails the test on an error. what names the awaited frame.
func (c *client) until(what string, wanted func(frame) bool) frame {
	c.t.Helper()
	f, err := c.await(boundedContext(c.t), wanted)
	if err != nil {
		c.t.Fatalf("%s waits for %s: %v", c.name, what, err)
	}
	return f
}

// awaitStoreStatus waits until the hub says that the store answers, or that it does not.
func (c *client) awaitStoreStatus(up bool) {
	c.t.Helper()
	c.until(fmt.Sprintf("store up %v", up), func(f frame) bool { return f.T == "store" && f.Up == up })
}

// mustAck sends a command that the hub must acknowledge.
func (c *client) mustAck(command object) {
	c.t.Helper()
	if f, err := c.ask(boundedContext(c.t), command); err != nil || f.T != "ok" {
		c.t.Fatalf("%s sends %v and gets %+v, %v", c.name, command, f, err)
	}
}

// retryUntilAck sends a command on the same socket until the hub acknowledges it.
func (c *client) retryUntilAck(command object) {
	c.t.Helper()
	ctx := boundedContext(c.t)
	for {
		f, err := c.ask(ctx, command)
		switch {
		case err != nil || f.T != "ok" && !f.Retry:
			c.t.Fatalf("%s sends %v and gets %+v, %v", c.name, command, f, err)
		case f.T == "ok":
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// mustBeUnavailable sends a command. The hub must refuse it because the store is away.
func (c *client) mustBeUnavailable(command object) {
	c.t.Helper()
	if f, err := c.ask(boundedContext(c.t), command); err != nil || f.Code != "store_away" || !f.Retry {
		c.t.Fatalf("%s sends %v and gets %+v, %v", c.name, command, f, err)
	}
}

// mustBeClosed reads until the hub closes the socket with this code.
func (c *client) mustBeClosed(code websocket.StatusCode) {
	c.t.Helper()
	if _, err := c.await(boundedContext(c.t), func(frame) bool { return false }); websocket.CloseStatus(err) != code {
		c.t.Errorf("%s is closed by %v, not with %d", c.name, err, code)
	}
}

// pair opens a room and seats two players, each connected to one hub.
func pair(t *testing.T, urls [2]string, body object) (ana, bob *client) {
	t.Helper()
	all := object{"id": "c0", "variant": "connect4:7x6:4", "opponent": "human", "starter": "me"}
	for k, v := range body {
		all[k] = v
	}
	room, err := create(boundedContext(t), urls[0], "ana", all)
	if err != nil {
		t.Fatal(err)
	}
	ana, bob = join(t, urls[0], room, "ana"), join(t, urls[1], room, "bob")
	bob.mustAck(object{"t": "sit"})
	return ana, bob
}

// play makes the moves of a game, one player after the other.
func play(moves string, ana, bob *client) {
	ana.t.Helper()
	players := [2]*client{ana, bob}
	n := max(ana.n, bob.n)
	for i := range len(moves) {
		p := players[i%2]
		if err := p.catchUp(boundedContext(p.t), n); err != nil {
			p.t.Fatal(err)
		}
		p.mustAck(object{"t": "move", "move": moves[i : i+1]})
		n++
	}
	for _, p := range players {
		if err := p.catchUp(boundedContext(p.t), n); err != nil {
			p.t.Fatal(err)
		}
	}
}

// fullLog reads the log of a room from a hub, and checks that it holds each command once.
func fullLog(t *testing.T, url, room string) []entry {
	t.Helper()
	var entries []entry
	for more := true; more; {
		var page []entry
		page, more = logPage(t, url, room, len(entries))
		entries = append(entries, page...)
	}
	seen := map[string]bool{}
	for i, e := range entries {
		if e.N != uint64(i+1) || e.Cmd != "" && seen[e.Cmd] {
			t.Errorf("entry %d at position %d of the log, command %q (each command must be there once)", e.N, i+1, e.Cmd)
		}
		seen[e.Cmd] = true
	}
	return entries
}

// logPage reads entries after number after. more reports that there are later ones.
func logPage(t *testing.T, url, room string, after int) (entries []entry, more bool) {
	t.Helper()
	path := fmt.Sprintf("%s/api/rooms/%s/entries?after=%d", url, room, after)
	req, err := http.NewRequestWithContext(boundedContext(t), http.MethodGet, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := web.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		Entries []entry
		More    bool
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return answer.Entries, answer.More
}
