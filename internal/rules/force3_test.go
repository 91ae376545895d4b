package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/rules/rulestest"
)

func TestForce3FairStart(t *testing.T) {
	for _, variant := range []string{"force3:fair", "force3:placed:fair"} {
		p := parse(t, variant).Start()
		var first []string
		for _, m := range p.Moves(nil) {
			first = append(first, p.FormatMove(m))
		}
		if !slices.Equal(first, []string{"P1", "P3", "P7", "P9"}) {
			t.Errorf("%s: the legal first turns are %v", variant, first)
		}
	}
}

// TestForce3BanLimits checks that the ban is no wider than it should be: after sliding
// two tiles, one of them may slide back, and after any other turn the hole may go
// anywhere. play fails if a move is illegal.
func TestForce3BanLimits(t *testing.T) {
	for _, moves := range []string{"P1 S4 S7 S9+ S8", "P1 S6 P3 S5", "P1 P9 S4 S6+ M1-3 S4+"} {
		play(t, "force3", moves)
	}
}

func TestForce3Repetition(t *testing.T) {
	const round = " M1-4 M9-6 M4-1 M6-9"
	p := play(t, "force3", "P1 P9"+round).(*rules.Force3Position)
	if p.Outcome() != rules.Ongoing || p.Repetitions() != 2 {
		t.Fatalf("outcome %v, occurred %d times", p.Outcome(), p.Repetitions())
	}
	p = play(t, "force3", "P1 P9"+round+round).(*rules.Force3Position)
	if p.Outcome() != rules.Drawn || p.Repetitions() != rules.Force3Repetitions || p.Line() != nil || p.Moves(nil) != nil {
		t.Errorf("outcome %v, occurred %d times, line %v", p.Outcome(), p.Repetitions(), p.Line())
	}
	if p.Undo(); p.Outcome() != rules.Ongoing || p.Repetitions() != 2 {
		t.Errorf("after Undo: outcome %v, occurred %d times", p.Outcome(), p.Repetitions())
	}
	// The ban is part of the position: after the hole has gone round a square of free
	// tiles, the board is the same, but the hole must not go back.
	const square = " S6 S3 S2 S5"
	p = play(t, "force3", "P1 P9"+round+square).(*rules.Force3Position)
	if p.Outcome() != rules.Ongoing || p.Repetitions() != 1 {
		t.Errorf("with a ban: outcome %v, occurred %d times", p.Outcome(), p.Repetitions())
	}
	p = play(t, "force3", "P1 P9"+square+round+square+" S6").(*rules.Force3Position)
	if p.Outcome() != rules.Drawn || p.Repetitions() != rules.Force3Repetitions {
		t.Errorf("three times with a ban: outcome %v, occurred %d times", p.Outcome(), p.Repetitions())
	}
}

// longGame plays a number of random turns on a Position and on its model. None of them ends the
// game.
func longGame(t *testing.T, variant string, plies int) *positionAndModel {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 200))
	for range 1000 {
		b := &positionAndModel{Position: parse(t, variant).Start(), model: rulestest.New(variant)}
		for b.Ply() < plies {
			moves := b.Moves(nil)
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			continuing := slices.IndexFunc(moves, func(m rules.Move) bool {
				b.Play(m)
				defer b.Undo()
				return !b.Outcome().Over()
			})
			if continuing < 0 {
				break
			}
			b.model.Play(b.FormatMove(moves[continuing]))
			b.Play(moves[continuing])
		}
		if b.Ply() == plies {
			return b
		}
	}
	t.Fatalf("found no game of %s that lasts %d plies", variant, plies)
	return nil
}

// TestForce3LongestGame checks that ply Force3MaxPlies ends the game, in a draw if nobody wins.
func TestForce3LongestGame(t *testing.T) {
	for _, variant := range []string{"force3", "force3:fair", "force3:placed", "force3:placed:fair"} {
		b, seen := longGame(t, variant, rules.Force3MaxPlies-1), map[rules.Outcome]int{}
		b.compare(t)
		for _, m := range b.Moves(nil) {
			b.model.Play(b.FormatMove(m))
			b.Play(m)
			b.compare(t)
			seen[b.Outcome()]++
			b.Undo()
			b.model.Undo()
		}
		if t.Log(variant, seen); seen[rules.Drawn] == 0 || seen[rules.Ongoing] > 0 {
			t.Errorf("%s: the last ply has the outcomes %v, want some draws and none ongoing", variant, seen)
		}
	}
}

// TestPerftMatchesModel compares the counts of the fast games and of the models, in the
// variants that have no perft table.
func TestPerftMatchesModel(t *testing.T) {
	for variant, depth := range map[string]int{"force3:fair": 4, "force3:placed:fair": 6} {
		want := perftModel(rulestest.New(variant), depth)
		if got := perft(parse(t, variant).Start(), depth, make([][]rules.Move, depth+1)); got != want {
			t.Errorf("%s: counted %d sequences, the model counts %d", variant, got, want)
		}
	}
}
