package hubtest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// Welcome reads the welcome, and the entries that the client lacks. seen are the entries that
// it had before.
func (c *Client) Welcome(seen []room.Entry) {
	c.t.Helper()
	c.Entries = slices.Clone(seen)
	welcome := c.Read()
	if welcome.T != "welcome" {
		c.t.Fatalf("the first message is %+v", welcome)
	}
	c.Follow(int(welcome.N))
}

// Read returns the next message.
func (c *Client) Read() Message {
	c.t.Helper()
	return c.Until(func(Message) bool { return true })
}

// Take reads a frame as Read does.
func (c *Client) Take(frame []byte) Message {
	c.t.Helper()
	m, err := c.take(frame)
	if err != nil {
		c.t.Fatal(err)
	}
	return m
}

// Until reads messages up to the first for which found returns true, and returns that message.
func (c *Client) Until(found func(Message) bool) Message {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), Patience)
	defer cancel()
	m, err := c.Await(ctx, found)
	if err != nil {
		c.t.Fatalf("%s: %v", c.Player, err)
	}
	return m
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
	if err := c.send(Context(c.t), []byte(frame)); err != nil {
		c.t.Fatal(err)
	}
}

// Ask sends a command and returns its answer. See Send.
func (c *Client) Ask(kind string, more Object) Message {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), Patience)
	defer cancel()
	m, err := c.Send(ctx, kind, more)
	if err != nil {
		c.t.Fatalf("%s %s: %v", c.Player, kind, err)
	}
	return m
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

// Retry is like Must. It sends the command again after each refusal that allows it.
func (c *Client) Retry(kind string, more Object) uint64 {
	c.t.Helper()
	once := Object{"id": c.newID()}
	maps.Copy(once, more)
	for ctx := Context(c.t); ; time.Sleep(20 * time.Millisecond) {
		m, err := c.Send(ctx, kind, once)
		switch {
		case err != nil || m.T != "ok" && !m.Retry:
			c.t.Fatalf("%s %s: %+v, %v", c.Player, kind, m, err)
		case m.T == "ok":
			return m.N
		}
	}
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
	for ctx := Context(c.t); ; {
		if _, err := c.Conn.Read(ctx); err != nil {
			if closed, ok := errors.AsType[*Closed](err); !ok || closed.Code != want {
				c.t.Errorf("%s: closed with %v; want %d", c.Player, err, want)
			}
			return
		}
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
	for _, c := range players {
		for _, other := range players {
			c.Follow(len(other.Entries))
		}
	}
	for i, column := range columns {
		c := players[i%len(players)]
		c.Must("move", Object{"move": string(column)})
		for _, other := range players {
			other.Follow(len(c.Entries))
		}
	}
}
