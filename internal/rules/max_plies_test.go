package rules_test

import (
	"math/rand/v2"
	"testing"
)

// No game is longer than MaxPlies. The expected numbers are the lengths of the longest games.
func TestMaxPlies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for variant, want := range map[string]int{
		"connect4:7x6:4": 42, "connect4:4x15:3": 60, "connect4:15x15:5": 225, "tictactoe": 9, "force3": 200, "force3:placed:fair": 200,
	} {
		g := parse(t, variant)
		if got := g.MaxPlies(); got != want {
			t.Errorf("%s: MaxPlies is %d, want %d", variant, got, want)
		}
		for range 20 {
			p := g.Start()
			for !p.Outcome().Over() {
				moves := p.Moves(nil)
				p.Play(moves[rng.IntN(len(moves))])
			}
			if p.Ply() > want {
				t.Errorf("%s: a game has %d plies, more than MaxPlies", variant, p.Ply())
			}
		}
	}
}
