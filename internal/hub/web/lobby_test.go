package web

import (
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// The lobby leaves out the moves of a very long game, and those of a game that is over.
func TestLobbyBoundsMoves(t *testing.T) {
	game, err := rules.Parse("force3")
	if err != nil {
		t.Fatal(err)
	}
	s := &room.State{Phase: room.PhasePlaying, Game: game, First: 1, Moves: slices.Repeat([]string{"P1"}, 100)}
	var l listing
	if l.update(s); len(l.Moves) != 299 {
		t.Errorf("100 moves take %d bytes", len(l.Moves))
	}
	s.Moves = append(s.Moves, "P1")
	if l.update(s); l.Moves != "" || l.First != 1 || l.Ply != 101 {
		t.Errorf("a long game is listed as %+v", l)
	}
	s.Moves, s.Phase = []string{"P1"}, room.PhaseFinished
	if l.update(s); l.Moves != "" || l.First != 0 {
		t.Errorf("a finished game is listed as %+v", l)
	}
}
