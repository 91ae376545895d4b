package archive_test

import (
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
)

// A filter must find games by the level of the AI. The settings of a custom level may be in any
// order.
func TestFilterByLevel(t *testing.T) {
	against := func(level string) *room.Record {
		return &room.Record{Variant: "tictactoe", Players: [2]room.Player{{ID: "ana"}, {Level: level}}}
	}
	easy, own := against("easy"), against("custom:depth=4,open3=5,name=Ada")
	for opponent, want := range map[string]struct{ valid, easy, own bool }{
		"ai":                                 {true, true, true},
		"human":                              {true, false, false},
		"ai:easy":                            {true, true, false},
		"ai:custom:name=Ada,open3=5,depth=4": {true, false, true},
		"ai:custom:depth=4,open3=5":          {true, false, false},
		"ai:custom:depth=10":                 {false, false, false},
		"ai:godlike":                         {false, false, false},
		"ai:":                                {false, false, false},
	} {
		f := archive.Filter{Opponent: opponent}
		if (f.Check() == nil) != want.valid {
			t.Errorf("%s: %v", opponent, f.Check())
		}
		if want.valid && (f.Match(easy) != want.easy || f.Match(own) != want.own) {
			t.Errorf("%s finds easy %t, custom %t", opponent, f.Match(easy), f.Match(own))
		}
	}
}
