package chaos

import (
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
)

type object = hubtest.Object

// mustBeUnavailable sends a move. The hub must refuse it because the store is away.
func mustBeUnavailable(t *testing.T, c *hubtest.Client, move object) {
	t.Helper()
	if m := c.Ask("move", move); m.Code != "store_away" || !m.Retry {
		t.Fatalf("%s sends %v and gets %+v", c.Player, move, m)
	}
}

// pair opens a room and seats two players, each connected to one hub.
func pair(t *testing.T, urls [2]string, body object) (ana, bob *hubtest.Client) {
	t.Helper()
	room, err := hubtest.Create(hubtest.Context(t), urls[0], "ana", body)
	if err != nil {
		t.Fatal(err)
	}
	ana, bob = hubtest.Join(t, urls[0], room, "ana"), hubtest.Join(t, urls[1], room, "bob")
	bob.Must("sit", nil)
	return ana, bob
}
