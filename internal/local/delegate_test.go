package local

import (
	"encoding/json"
	"testing"
	"testing/synctest"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// A person lets the AI play, at a custom level, and takes over again.
func TestDelegate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const level = "custom:depth=2,open3=5"
		c := open(t, wire.NewRoom{Variant: "connect4:7x6:4", Opponent: "ai:easy"})
		c.send("hands up", `"t":"delegate","seat":1,"level":"`+level+`"`)
		if code := c.move("4"); code != "delegated" {
			t.Errorf("a move of the person: code %q", code)
		}
		c.until(func() bool { return len(c.state.Moves) == 4 })
		c.send("back", `"t":"delegate","seat":1,"level":""`)
		c.until(func() bool { return c.state.Turn() == 1 && c.state.Delegated[0] == "" })
		played := len(c.state.Moves)
		synctest.Wait()
		moves := c.state.Position.Moves(nil)
		if code := c.move(c.state.Position.FormatMove(moves[0])); code != "" || len(c.state.Moves) < played+1 {
			t.Errorf("code %q, moves %v", code, c.state.Moves)
		}
		c.send("hands up again", `"t":"delegate","seat":1,"level":"normal"`)
		c.until(func() bool { return c.state.Phase == room.PhaseFinished })
		c.send("other level", `"t":"level","seat":2,"level":"`+level+`"`)
		c.send("again", `"t":"rematch"`)
		c.until(func() bool { return c.state.Number == 2 && len(c.state.Moves) > 0 })
		if c.state.Players[1].Level != level || c.state.Delegated[0] != "" {
			t.Errorf("players %+v, delegated %q", c.state.Players, c.state.Delegated)
		}
	})
}

// thoughts returns the moves of a game of which the room says how the AI came to them.
func (c *client) thoughts(game int) (moves []string) {
	c.t.Helper()
	var answer struct {
		Thoughts []struct {
			Ply     int
			Move    string
			Thought struct {
				Nodes int
				Moves []json.RawMessage
			}
		}
	}
	done := make(chan []byte, 1)
	go func() { done <- c.room.Thoughts(game) }()
	if err := json.Unmarshal(<-done, &answer); err != nil {
		c.t.Fatal(err)
	}
	for _, a := range answer.Thoughts {
		if a.Ply < 0 || a.Thought.Nodes == 0 || len(a.Thought.Moves) == 0 {
			c.t.Errorf("%+v", a)
		}
		moves = append(moves, a.Move)
	}
	return moves
}

// What the AI thought belongs to its move: it is gone with it after a takeback, and another game
// has its own.
func TestThoughts(t *testing.T) {
	c := open(t, wire.NewRoom{Variant: "tictactoe", Opponent: "ai:easy"})
	expect := func(game int, when string, want ...string) {
		t.Helper()
		if got := c.thoughts(game); len(got) != len(want) || len(want) > 0 && got[len(got)-1] != want[len(want)-1] {
			t.Errorf("%s: thoughts about %v, want %v", when, got, want)
		}
	}
	turn := func(ply int) string { // the AI's reply to some move
		c.move(c.state.Position.FormatMove(c.state.Position.Moves(nil)[0]))
		c.until(func() bool { return len(c.state.Moves) == ply })
		return c.state.Moves[ply-1]
	}
	expect(1, "before the first move")
	first := turn(2)
	expect(1, "after a reply", first)
	second := turn(4)
	expect(1, "after two", first, second)
	c.send("back", `"t":"offer","offer":"takeback"`)
	c.until(func() bool { return len(c.state.Moves) == 2 })
	expect(1, "after a takeback", first)
	c.send("resign", `"t":"resign"`)
	expect(1, "after the game", first)
	c.send("again", `"t":"rematch"`)
	c.until(func() bool { return c.state.Turn() == 1 })
	expect(2, "in the next game", c.state.Moves...) // the AI moves first in it
	expect(1, "of the game before", first)
	expect(3, "of a game that is not there")
}
