package room_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// A seat holds the canonical text of its custom level, however the level was written.
func TestSeatsCustomLevels(t *testing.T) {
	written, want := "custom:name=Cœur d'Ada,open3=100,depth=7", "custom:depth=7,open3=100,name=Cœur d'Ada"
	b := newTable(t, room.Create{Levels: [2]string{"", written}})
	if got := b.state().Players[1].Level; got != want {
		t.Errorf("seat 2 has %q, want %q", got, want)
	}
	both := newTable(t, room.Create{Levels: [2]string{written, "easy"}})
	if got := both.state().Players[0].Level; got != want {
		t.Errorf("seat 1 has %q, want %q", got, want)
	}
	invited := newTable(t, room.Create{})
	invited.must("ana", room.Invite{Level: written})
	if got := invited.state().Players[1].Level; got != want {
		t.Errorf("the invited AI is %q, want %q", got, want)
	}
	command := room.Command{ID: "1", By: "ana", Do: room.Invite{Level: written}}
	if !command.Made(room.Joined{Seat: 2, Level: want}) || command.Made(room.Joined{Seat: 2, Level: "custom:depth=7"}) {
		t.Error("a repeated invitation is not recognised by its level")
	}
}

func TestSeatableLevel(t *testing.T) {
	for name, want := range map[string]struct {
		code  string
		quick bool
	}{
		"easy":                            {"", true},
		"strong":                          {"", false},
		"custom:depth=4,open3=5":          {"", true},
		"custom:depth=5,open3=5":          {"", false},
		"godlike":                         {"unknown_level", false},
		"custom":                          {"unknown_level", false},
		"custom:depth=0":                  {"bad_custom_level", false},
		"custom:depth=4,name=Parfaite":    {"reserved_name", false},
		"custom:depth=4,name=Très Facilé": {"reserved_name", false},
		"custom:depth=4,name=AI":          {"reserved_name", false},
		"custom:depth=4,name=site admin":  {"reserved_name", false},
		"custom:depth=4,name=perfectible": {"", true},
		"custom:depth=4,name=a" + strings.Repeat("\u0301", 4): {"bad_name", false},
		"custom:depth=4,name=علی\u200cرضا":                    {"", true},
		"custom:depth=4,name=Ad\u200da":                       {"bad_name", false},
	} {
		l, err := room.SeatableLevel(name, false)
		var refusal *room.Refusal
		switch {
		case want.code == "" && (err != nil || l.Name != name || l.Quick != want.quick || l.Budget < time.Second):
			t.Errorf("%s: %+v, %v", name, l, err)
		case want.code != "" && (!errors.As(err, &refusal) || refusal.Code != want.code):
			t.Errorf("%s: %v, want %s", name, err, want.code)
		}
	}
	if l, err := room.SeatableLevel("custom:depth=4,name=Perfect", true); err != nil || l.Name != "custom:depth=4,name=Perfect" {
		t.Errorf("a level of a stored game: %+v, %v", l, err)
	}
	if l, err := room.SeatableLevel("custom:depth=4,name=Per\u200dfect", true); err == nil {
		t.Errorf("a level of a stored game with a needless joiner: %+v", l)
	}
}

// The name of a custom level must be cleaned like a nickname: a full-width letter becomes an ordinary
// letter.
func TestCustomLevelNameIsCleaned(t *testing.T) {
	l, err := room.SeatableLevel("custom:depth=4,name=Ａda", false)
	if err != nil || l.Name != "custom:depth=4,name=Ada" {
		t.Errorf("%+v, %v", l, err)
	}
}

// All custom levels must share one label, so that players cannot increase the number of metrics.
func TestLabelOfCustomLevels(t *testing.T) {
	for name, want := range map[string]string{"easy": "easy", "custom:depth=4": "custom", "custom:depth=5,name=Ada": "custom"} {
		if l, err := room.SeatableLevel(name, false); err != nil || l.Label() != want {
			t.Errorf("%s has the label %s, %v, want %s", name, l.Label(), err, want)
		}
	}
}

// A program that does not know a setting of a custom level must leave the room to a newer program.
func TestNewerCustomLevel(t *testing.T) {
	var s room.State
	e, err := room.Seal("", 1, start, "ana", "c", room.Created{
		Variant: "tictactoe", First: 1,
		Players: [2]room.Player{{ID: "ana", Colour: "red"}, {Level: "custom:depth=4,mobility=3", Colour: "yellow"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(e); !errors.Is(err, room.ErrTooNew) {
		t.Errorf("applied with %v", err)
	}
}
