package hub

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// thinker sends commands to a room, among them moves of the AI with thoughts.
type thinker struct {
	t       *testing.T
	store   storage.Store
	replica *play.Replica
}

func newThinker(t *testing.T, store storage.Store, id room.ID) thinker {
	t.Helper()
	replica, err := play.Open(t.Context(), store, id)
	if err != nil {
		t.Fatal(err)
	}
	return thinker{t, store, replica}
}

func (a thinker) do(by room.PlayerID, do room.Action) {
	a.t.Helper()
	c := room.Command{ID: fmt.Sprintf("t-%d", a.replica.N()), By: by, Seen: a.replica.N(), Do: do}
	if _, err := (play.Executor{Log: a.store}).Play(a.t.Context(), a.replica, c); err != nil {
		a.t.Fatal(err)
	}
}

func (a thinker) move(move string, nodes int) {
	a.t.Helper()
	a.do(room.Machine, room.Move{Move: move, Thought: &room.Thought{
		Depth: 2, Nodes: nodes, MS: 1, Moves: []room.Judged{{Move: move, Points: 3}}, Line: []string{move},
	}})
}

type thoughtsAnswer struct {
	Thoughts []struct {
		Ply     int          `json:"ply"`
		Seat    room.Seat    `json:"seat"`
		Move    string       `json:"move"`
		Thought room.Thought `json:"thought"`
	} `json:"thoughts"`
	wire.Failure
}

// thoughtNodes returns Nodes of each thought in a game. In these tests, all thoughts have different
// Nodes.
func (s *served) thoughtNodes(player string, id room.ID, game int) (nodes []int, status int) {
	s.t.Helper()
	var a thoughtsAnswer
	status = s.call(player, "GET", fmt.Sprintf("/api/games/%s/%d/thoughts", id, game), nil, &a)
	for _, m := range a.Thoughts {
		nodes = append(nodes, m.Thought.Nodes)
	}
	return nodes, status
}

// TestWhoSeesThoughts asks for the thoughts of a game in progress, as a player and as a spectator.
// The entries that the API returns must not have thoughts.
func TestWhoSeesThoughts(t *testing.T) {
	for name, c := range map[string]struct {
		body              hubtest.Object
		player, spectator int // status during the game
	}{
		"person against AI": {hubtest.Object{"opponent": "ai:easy"}, http.StatusForbidden, http.StatusForbidden},
		"with advice":       {hubtest.Object{"opponent": "ai:easy", "advice": "1"}, http.StatusOK, http.StatusForbidden},
		"thoughts shown":    {hubtest.Object{"opponent": "ai:easy", "thoughts": true}, http.StatusOK, http.StatusOK},
		"AI against AI":     {hubtest.Object{"opponent": "watch", "levels": [2]string{"easy", "easy"}}, http.StatusOK, http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "hub", storetest.Open(t), builtPage)
			if c.body["opponent"] == "ai:easy" {
				c.body["starter"] = "other"
			}
			id := s.openWith("ana", c.body)
			ai := newThinker(t, s.store, id)
			ai.move("4", 11)
			for player, want := range map[string]int{"ana": c.player, "zoe": c.spectator} {
				nodes, status := s.thoughtNodes(player, id, 1)
				if status != want || status == http.StatusOK && fmt.Sprint(nodes) != "[11]" {
					t.Errorf("%s gets %d with %v, want status %d", player, status, nodes, want)
				}
			}
			var log struct {
				Entries []map[string]any `json:"entries"`
			}
			s.call("ana", "GET", "/api/rooms/"+string(id)+"/entries", nil, &log)
			if text := fmt.Sprint(log); len(log.Entries) != 2 || strings.Contains(text, "thought:") {
				t.Errorf("the entries show thoughts: %s", text)
			}
		})
	}
}

// TestThoughtsOfGames plays several games in a room, with takebacks. The answer for a game must have
// the thoughts of that game, except those of moves that were taken back.
func TestThoughtsOfGames(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.openWith("ana", hubtest.Object{"opponent": "ai:easy", "variant": "tictactoe"})
	ai, ana := newThinker(t, s.store, id), playerOf("ana")
	game := func(nodes int) {
		ai.do(ana, room.Move{Move: "a1"})
		ai.move("b1", nodes)
		ai.do(ana, room.Move{Move: "a2"})
		ai.move("b2", nodes+1)
		ai.do(ana, room.Propose{What: room.OfferTakeback})
		ai.do(ana, room.Move{Move: "c3"})
		ai.move("b2", nodes+2)
	}
	game(100)
	ai.do(ana, room.Move{Move: "a3"})
	ai.move("b3", 110) // the AI wins
	ai.do(ana, room.PlayAgain{})
	ai.do(room.Machine, room.Move{Move: "a1"}) // an older worker
	ai.do(ana, room.Resign{})                  // too short for a record
	ai.do(ana, room.PlayAgain{})
	game(300)
	ai.do(ana, room.Resign{})
	for number, want := range map[int]string{1: "[100 102 110]", 3: "[300 302]"} {
		if nodes, status := s.thoughtNodes("zoe", id, number); status != http.StatusOK || fmt.Sprint(nodes) != want {
			t.Errorf("game %d: %d %v, want %s", number, status, nodes, want)
		}
	}
	var a thoughtsAnswer
	s.call("zoe", "GET", fmt.Sprintf("/api/games/%s/1/thoughts", id), nil, &a)
	if len(a.Thoughts) == 3 && (a.Thoughts[1].Ply != 3 || a.Thoughts[2].Ply != 5 || a.Thoughts[2].Move != "b3" || a.Thoughts[2].Seat != 2) {
		t.Errorf("%+v", a.Thoughts)
	}
	for _, number := range []int{2, 4} {
		if _, status := s.thoughtNodes("ana", id, number); status != http.StatusNotFound {
			t.Errorf("game %d: %d", number, status)
		}
	}
	var named struct {
		Name room.ID `json:"name"`
	}
	s.call("zoe", "GET", fmt.Sprintf("/api/games/%s/1", id), nil, &named)
	if nodes, status := s.thoughtNodes("zoe", named.Name, 1); named.Name == id || status != http.StatusOK || len(nodes) != 3 {
		t.Errorf("by its public name %s: %d %v", named.Name, status, nodes)
	}
	ai.do(ana, room.PlayAgain{})
	ai.move("b2", 400)
	if _, status := s.thoughtNodes("zoe", named.Name, 4); status != http.StatusNotFound {
		t.Errorf("the public name shows a game in progress: %d", status)
	}
}
