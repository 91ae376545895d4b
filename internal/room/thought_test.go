package room_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

var thought = &room.Thought{
	Depth: 4, Nodes: 1204, MS: 3, Line: []string{"4", "3", "5"},
	Moves: []room.Judged{{Move: "4", Points: 12}, {Move: "3", Points: -2, Most: true}, {Move: "1", Missed: -4}, {Move: "7", Mate: -2}},
}

// TestMachineSaysHowItMoved checks that a move of the AI keeps Hurried and Thought of the command,
// and that a person's move ignores them.
func TestMachineSaysHowItMoved(t *testing.T) {
	s := folded(t, room.Created{Variant: "connect4:7x6:4", Players: [2]room.Player{{ID: "ana"}, {Level: "easy"}}, First: 2})
	said := room.Move{Move: "4", Lag: time.Second, Hurried: true, Thought: thought}
	ev, err := room.Decide(s, room.Command{ID: "ai-1", By: room.Machine, Seen: 1, Do: said}, start)
	if err != nil {
		t.Fatal(err)
	}
	if m := ev.(room.Moved); !m.Hurried || m.Thought != thought || m.Lag != 0 {
		t.Errorf("%+v", m)
	}
	s = folded(t, room.Created{Variant: "connect4:7x6:4", Players: [2]room.Player{{ID: "ana"}, {Level: "easy"}}, First: 1})
	ev, err = room.Decide(s, room.Command{ID: "1", By: "ana", Seen: 1, Do: said}, start)
	if m, ok := ev.(room.Moved); err != nil || !ok || m.Hurried || m.Thought != nil {
		t.Errorf("%+v, %v", ev, err)
	}
}

// TestThoughtFits checks that Fit shortens a thought to the limit, and keeps the played move and the
// move with a Missed. A thought beyond the limits must not be stored.
func TestThoughtFits(t *testing.T) {
	long := room.Thought{Depth: 12, Nodes: 123_456_789, MS: 5000}
	for i := range 40 {
		long.Moves = append(long.Moves, room.Judged{Move: fmt.Sprintf("a1-b%d", i), Points: -1000 - i, Most: true})
		long.Line = append(long.Line, "a1-b2")
	}
	long.Moves[38].Missed = 5
	s := folded(t, room.Created{Variant: "connect4:7x6:4", Players: [2]room.Player{{Level: "easy"}, {Level: "easy"}}, First: 1})
	ev, err := room.Decide(s, room.Command{ID: "1", By: room.Machine, Seen: 1, Do: room.Move{Move: "4", Thought: &long}}, start)
	if err != nil || ev.(room.Moved).Thought != nil {
		t.Errorf("%+v, %v", ev, err)
	}
	long.Fit("a1-b39")
	data, err := json.Marshal(long)
	if err != nil || len(data) > room.MaxThoughtBytes || len(long.Moves)+long.More != 40 || len(long.Line) != room.MaxLine {
		t.Errorf("%d bytes: %s, %v", len(data), data, err)
	}
	if n := len(long.Moves); long.Moves[0].Move != "a1-b0" || long.Moves[n-2].Missed != 5 || long.Moves[n-1].Move != "a1-b39" {
		t.Errorf("%s", data)
	}
}

// TestPublicEntry checks that Public leaves out the thought and nothing else. Fields that a newer
// version has added to the entry must remain.
func TestPublicEntry(t *testing.T) {
	e, err := room.Seal("", 1, start, room.Machine, "ai-1", room.Moved{Seat: 1, Move: "4", Thought: thought})
	if err != nil {
		t.Fatal(err)
	}
	without, err := room.Seal("", 1, start, room.Machine, "ai-1", room.Moved{Seat: 1, Move: "4"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(e.Public()), strings.Replace(string(without.Raw()), without.Digest, e.Digest, 1); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	newer := strings.Replace(string(e.Raw()), `},"digest"`, `,"mood":"good"},"digest"`, 1)
	e, err = room.DecodeEntry([]byte(newer))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(e.Public()); strings.Contains(got, "thought") || !strings.Contains(got, `"ms":0,"mood":"good"}`) {
		t.Error(got)
	}
}

func TestWhoSeesThoughts(t *testing.T) {
	ai := room.Player{Level: "easy"}
	for name, c := range map[string]struct {
		created                  room.Created
		ana, spectator, finished bool
	}{
		"person against AI": {room.Created{Players: [2]room.Player{{ID: "ana"}, ai}}, false, false, true},
		"with advice":       {room.Created{Players: [2]room.Player{{ID: "ana"}, ai}, Advice: [2]bool{true, false}}, true, false, true},
		"thoughts shown":    {room.Created{Players: [2]room.Player{{ID: "ana"}, ai}, Thoughts: true}, true, true, true},
		"AI against AI":     {room.Created{Players: [2]room.Player{ai, ai}}, true, true, true},
	} {
		c.created.Variant, c.created.First = "tictactoe", 1
		s := folded(t, c.created)
		if s.ShowsThoughts("ana", 1) != c.ana || s.ShowsThoughts("zoe", 1) != c.spectator || s.ShowsThoughts("", 1) != c.spectator {
			t.Errorf("%s: wrong during the game", name)
		}
		s = folded(t, c.created, room.Resigned{Seat: 1, End: &room.Ending{Winner: 2, Reason: room.ReasonResigned}})
		if s.ShowsThoughts("zoe", 1) != c.finished {
			t.Errorf("%s: wrong after the game", name)
		}
	}
}
