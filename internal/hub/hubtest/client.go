package hubtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/hub/wiretest"
	"github.com/quatre/quatre/internal/room"
)

// Object is a JSON object.
type Object = map[string]any

// Conn is a client's end of a socket.
type Conn interface {
	// Read returns the next frame. After the end of the socket it fails with a *Closed.
	Read(ctx context.Context) ([]byte, error)
	Write(ctx context.Context, frame []byte) error
	Close(code wire.CloseCode) error // with a close frame
	CloseNow() error                 // without a close frame
}

// Closed is the error of a Conn that has ended.
type Closed struct{ Code wire.CloseCode }

func (c *Closed) Error() string { return fmt.Sprintf("closed with %d", c.Code) }

// Message is any frame of the hub.
type Message struct {
	T       string            `json:"t"`
	ID      string            `json:"id"`
	N       uint64            `json:"n"`
	From    uint64            `json:"from"`
	Code    string            `json:"code"`
	Retry   bool              `json:"retry"`
	Up      bool              `json:"up"`
	Player  room.PlayerID     `json:"player"`
	Seats   [2]bool           `json:"seats"`
	Claim   [2]int64          `json:"claim"`
	Here    wire.Presence     `json:"here"`
	Entries []json.RawMessage `json:"entries"`

	Spectators int `json:"spectators"`
}

// Client is one socket of a player, with the log as the hub has sent it. It checks every
// frame against docs/asyncapi.yaml, every entry that it is sent, and that the entry of a
// command comes before its ok. The test fails if an expected frame does not come within Patience.
type Client struct {
	Conn    Conn
	Player  string
	Entries []room.Entry
	Here    wire.Presence // as sent last

	t       testing.TB
	sent    int
	invalid map[string]error // commands that are not as documented, by ID
}

// NewClient returns a client that has read nothing yet.
func NewClient(t testing.TB, conn Conn, player string) *Client {
	return &Client{Conn: conn, Player: player, t: t}
}

// Welcome reads the welcome, and the entries that the client lacks. seen are the entries that
// it had before.
func (c *Client) Welcome(seen []room.Entry) {
	c.t.Helper()
	welcome := c.Read()
	if welcome.T != "welcome" {
		c.t.Fatalf("the first message is %+v", welcome)
	}
	c.Entries = append([]room.Entry(nil), seen[:welcome.From]...)
	for uint64(len(c.Entries)) < welcome.N {
		c.Read()
	}
}

// Read returns the next message. Entries are checked and kept.
func (c *Client) Read() Message {
	c.t.Helper()
	frame, err := c.Conn.Read(Context(c.t))
	if err != nil {
		c.t.Fatalf("%s: %v", c.Player, err)
	}
	return c.Take(frame)
}

// Take reads a frame as Read does.
func (c *Client) Take(frame []byte) Message {
	c.t.Helper()
	if err := wiretest.FromHub(frame); err != nil {
		c.t.Errorf("not as documented: %v", err)
	}
	if len(frame) > wire.MaxFrameBytes {
		c.t.Errorf("%s: a frame of %d bytes", c.Player, len(frame))
	}
	var m Message
	if err := json.Unmarshal(frame, &m); err != nil {
		c.t.Fatal(err)
	}
	switch m.T {
	case "ok":
		if m.N > uint64(len(c.Entries)) {
			c.t.Errorf("%s: ok of entry %d after %d entries", c.Player, m.N, len(c.Entries))
		}
		if err := c.invalid[m.ID]; err != nil {
			c.t.Errorf("acknowledged and not as documented: %v", err)
		}
	case "welcome":
		c.Here = m.Here
	case "here":
		c.Here = wire.Presence{Seats: m.Seats, Spectators: m.Spectators, Claim: m.Claim}
	}
	for _, raw := range m.Entries {
		e, err := room.DecodeEntry(raw)
		digest := ""
		if n := len(c.Entries); n > 0 {
			digest = c.Entries[n-1].Digest
		}
		if err != nil || e.N != uint64(len(c.Entries)+1) || !e.Follows(digest) {
			c.t.Fatalf("%s: entry %s after %d entries: %v", c.Player, raw, len(c.Entries), err)
		}
		c.Entries = append(c.Entries, e)
	}
	return m
}

// Until reads messages up to the first for which found returns true, and returns that message.
func (c *Client) Until(found func(Message) bool) Message {
	c.t.Helper()
	for {
		if m := c.Read(); found(m) {
			return m
		}
	}
}

// Follow reads until the log has n entries.
func (c *Client) Follow(n int) {
	c.t.Helper()
	for len(c.Entries) < n {
		c.Read()
	}
}

// AwaitPresence reads until the hub has sent this presence: whether seats 1 and 2 are present, and the
// number of spectators.
func (c *Client) AwaitPresence(one, two bool, spectators int) {
	c.t.Helper()
	for c.Here.Seats != [2]bool{one, two} || c.Here.Spectators != spectators {
		c.Read()
	}
}

// AwaitClaim reads until the hub has sent that the opponent of seat 2 may claim the game from
// at on, in Unix milliseconds; 0: may not claim.
func (c *Client) AwaitClaim(at int64) {
	c.t.Helper()
	for c.Here.Claim != [2]int64{0, at} {
		c.Read()
	}
}

// Write sends a frame. If it is a command that is not as documented, the hub must refuse it.
func (c *Client) Write(frame string) {
	c.t.Helper()
	if err := wiretest.FromClient([]byte(frame)); err != nil {
		var m Message
		_ = json.Unmarshal([]byte(frame), &m)
		if c.invalid == nil {
			c.invalid = map[string]error{}
		}
		c.invalid[m.ID] = err
	}
	if err := c.Conn.Write(Context(c.t), []byte(frame)); err != nil {
		c.t.Fatal(err)
	}
}

// Ask sends a command and returns its answer.
func (c *Client) Ask(kind string, more Object) Message {
	c.t.Helper()
	c.sent++
	m := Object{"t": kind, "id": fmt.Sprintf("%s-%d-%d", c.Player, len(c.Entries), c.sent), "n": len(c.Entries)}
	for k, v := range more {
		m[k] = v
	}
	frame, err := json.Marshal(m)
	if err != nil {
		c.t.Fatal(err)
	}
	c.Write(string(frame))
	return c.Until(func(r Message) bool { return (r.T == "ok" || r.T == "refused") && r.ID == m["id"] })
}

// Must sends a command that must be acknowledged, and returns the number of its entry.
func (c *Client) Must(kind string, more Object) uint64 {
	c.t.Helper()
	m := c.Ask(kind, more)
	if m.T != "ok" {
		c.t.Fatalf("%s %s: %+v", c.Player, kind, m)
	}
	return m.N
}

// Refused sends a command that must be refused with a code.
func (c *Client) Refused(code, kind string, more Object) {
	c.t.Helper()
	if m := c.Ask(kind, more); m.Code != code {
		c.t.Errorf("%s %s %v: %+v; want %s", c.Player, kind, more, m, code)
	}
}

// Closed reads until the socket ends, and checks the close code.
func (c *Client) Closed(want wire.CloseCode) {
	c.t.Helper()
	for {
		_, err := c.Conn.Read(Context(c.t))
		if err == nil {
			continue
		}
		var closed *Closed
		if !errors.As(err, &closed) || closed.Code != want {
			c.t.Errorf("%s: closed with %v; want %d", c.Player, err, want)
		}
		return
	}
}

// Goodbye closes the socket as a page does when its player closes it.
func (c *Client) Goodbye() { _ = c.Conn.Close(wire.CloseNormal) }

// Drop breaks the connection.
func (c *Client) Drop() { _ = c.Conn.CloseNow() }

// StoreIs returns a function that recognises the message that the store is back, or away.
func StoreIs(up bool) func(Message) bool {
	return func(m Message) bool { return m.T == "store" && m.Up == up }
}

// CreditsOf returns the outages that a client has seen credited, in milliseconds.
func CreditsOf(c *Client) (all []int64) {
	for _, e := range c.Entries {
		if credit, ok := e.Event.(room.Credited); ok {
			all = append(all, credit.MS)
		}
	}
	return all
}

// PlayOut plays the columns as moves. The players take turns.
func PlayOut(columns string, players ...*Client) {
	for i, column := range columns {
		c := players[i%len(players)]
		c.Must("move", Object{"move": string(column)})
		for _, other := range players {
			other.Follow(len(c.Entries))
		}
	}
}
