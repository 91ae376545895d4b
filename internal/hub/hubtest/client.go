package hubtest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
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
type Message = wire.Message

// Client is one player in a room. It checks every frame against docs/api/asyncapi.yaml, every entry
// that it is sent, and that the entry of a command comes before its ok.
//
// Methods with a context return errors. The others fail the test, also if an expected frame does
// not come within Patience.
type Client struct {
	Conn    Conn
	Player  string
	Room    string // for Connect
	Entries []room.Entry
	Here    wire.Presence // as sent last
	Acked   []string      // the IDs of the commands that were acknowledged
	Rewinds int           // how often the hub has sent its log from an earlier entry again

	t       testing.TB
	sent    int
	invalid map[string]error // commands that are not as documented, by ID
}

// NewClient returns a client that has read nothing yet.
func NewClient(t testing.TB, conn Conn, player string) *Client {
	return &Client{Conn: conn, Player: player, t: t}
}

// N returns the number of the last entry.
func (c *Client) N() uint64 { return uint64(len(c.Entries)) }

// Receive returns the next message. Entries are checked and kept.
func (c *Client) Receive(ctx context.Context) (Message, error) {
	frame, err := c.Conn.Read(ctx)
	if err != nil {
		return Message{}, err
	}
	return c.take(frame)
}

// take reads a frame.
func (c *Client) take(frame []byte) (m Message, err error) {
	if err := wiretest.FromHub(frame); err != nil {
		c.t.Errorf("not as documented: %v", err)
	}
	if len(frame) > wire.MaxFrameBytes {
		c.t.Errorf("%s: a frame of %d bytes", c.Player, len(frame))
	}
	if err := json.Unmarshal(frame, &m); err != nil {
		return m, err
	}
	switch m.T {
	case "ok":
		if m.N > c.N() {
			c.t.Errorf("%s: ok of entry %d after %d entries", c.Player, m.N, c.N())
		}
		if err := c.invalid[m.ID]; err != nil {
			c.t.Errorf("acknowledged and not as documented: %v", err)
		}
	case "welcome":
		c.Here = m.Here
		if m.From < c.N() { // the hub lacks entries that c has
			c.Entries = slices.Clone(c.Entries[:m.From])
			c.Rewinds++
		}
	case "here":
		c.Here = m.Presence
	}
	for _, raw := range m.Entries {
		e, err := room.DecodeEntry(raw)
		if err != nil || e.N != c.N()+1 || !lacksThought(e) && !e.Follows(c.digest()) {
			return m, fmt.Errorf("entry %s after %d entries: %w", raw, c.N(), err)
		}
		c.Entries = append(c.Entries, e)
	}
	return m, nil
}

// lacksThought reports whether a hub may have shown e without the AI's thought, which was hashed.
func lacksThought(e room.Entry) bool {
	moved, ok := e.Event.(room.Moved)
	return ok && e.By == room.Machine && moved.Thought == nil
}

// digest returns the digest of the last entry.
func (c *Client) digest() string {
	if len(c.Entries) == 0 {
		return ""
	}
	return c.Entries[len(c.Entries)-1].Digest
}

// Await receives messages up to the first for which found returns true, and returns that message.
func (c *Client) Await(ctx context.Context, found func(Message) bool) (Message, error) {
	for {
		if m, err := c.Receive(ctx); err != nil || found(m) {
			return m, err
		}
	}
}

// CatchUp receives until the log has n entries.
func (c *Client) CatchUp(ctx context.Context, n uint64) error {
	for c.N() < n {
		if _, err := c.Receive(ctx); err != nil {
			return err
		}
	}
	return nil
}

// newID returns an ID for a command.
func (c *Client) newID() string {
	c.sent++
	return fmt.Sprintf("%s-%d-%d", c.Player, c.N(), c.sent)
}

// Send sends a command and returns its answer. The command has an ID of its own, unless more has
// one.
func (c *Client) Send(ctx context.Context, kind string, more Object) (Message, error) {
	command := Object{"t": kind, "id": c.newID(), "n": c.N()}
	maps.Copy(command, more)
	frame, err := json.Marshal(command)
	if err != nil {
		return Message{}, err
	}
	if err := c.send(ctx, frame); err != nil {
		return Message{}, err
	}
	m, err := c.Await(ctx, func(m Message) bool { return (m.T == "ok" || m.T == "refused") && m.ID == command["id"] })
	if err == nil && m.T == "ok" {
		c.Acked = append(c.Acked, m.ID)
	}
	return m, err
}

// send sends a frame. If it is a command that is not as documented, the hub must refuse it.
func (c *Client) send(ctx context.Context, frame []byte) error {
	if err := wiretest.FromClient(frame); err != nil {
		var m Message
		_ = json.Unmarshal(frame, &m)
		if c.invalid == nil {
			c.invalid = map[string]error{}
		}
		c.invalid[m.ID] = err
	}
	return c.Conn.Write(ctx, frame)
}
