package upgrade

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
)

// object is a JSON object.
type object = hubtest.Object

// call sends a request of a player to the API of a hub, and decodes the answer.
func call(t *testing.T, h *hub, name, path string, answer any) {
	t.Helper()
	if err := hubtest.Call(hubtest.Context(t), h.url(), name, http.MethodGet, path, nil, answer); err != nil {
		t.Fatalf("%s: %v", h.name, err)
	}
}

// create opens a room for the player name, with more settings, and returns the room's ID.
func create(t *testing.T, h *hub, name string, more object) string {
	t.Helper()
	id, err := hubtest.Create(hubtest.Context(t), h.url(), name, more)
	if err != nil {
		t.Fatalf("%s: %v", h.name, err)
	}
	return id
}

// join connects a player to a room through a hub of either version.
func join(t *testing.T, h *hub, room, name string) *hubtest.Client {
	t.Helper()
	c := hubtest.NewClient(t, nil, name)
	c.Room, c.OtherVersion = room, true
	t.Cleanup(func() { c.Drop() })
	moveTo(t, c, h)
	return c
}

// moveTo connects c to another hub, which must go on after the last entry that c has.
func moveTo(t *testing.T, c *hubtest.Client, h *hub) {
	t.Helper()
	n := c.N()
	welcome := c.Rejoin(h.url())
	if welcome.T != "welcome" || welcome.From != n {
		t.Fatalf("%s has %d entries and connects to %s: got %+v, want a welcome from there", c.Player, n, h.name, welcome)
	}
	c.Follow(int(welcome.N))
}

// moveAgainstAI makes a move and waits for the reply of the AI.
func moveAgainstAI(c *hubtest.Client, move string) {
	c.Follow(int(c.Retry("move", object{"move": move})) + 1) // the reply may have come before the ok
}

// fullLog reads the log of a room from a hub.
func fullLog(t *testing.T, h *hub, room string) []string {
	t.Helper()
	var lines []string
	for _, e := range hubtest.Log(t, h.url(), room) {
		lines = append(lines, string(e.Raw()))
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
