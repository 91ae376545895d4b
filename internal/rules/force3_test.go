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
			t.Errorf("%s begins with %v", variant, first)
		}
	}
}

// TestBanIsNarrow: after a double one tile may slide back, and after any other
// turn the hole may go anywhere again. play fails if it may not.
func TestBanIsNarrow(t *testing.T) {
	for _, moves := range []string{"P1 S4 S7 S9+ S8", "P1 S6 P3 S5", "P1 P9 S4 S6+ M1-3 S4+"} {
		play(t, "force3", moves)
	}
}

func TestForce3Repetition(t *testing.T) {
	const round = " M1-4 M9-6 M4-1 M6-9"
	p := play(t, "force3", "P1 P9"+round).(*rules.Force3Position)
	if p.Outcome() != rules.Ongoing || p.Repetitions() != 2 {
		t.Fatalf("outcome %v, stood %d times", p.Outcome(), p.Repetitions())
	}
	p = play(t, "force3", "P1 P9"+round+round).(*rules.Force3Position)
	if p.Outcome() != rules.Drawn || p.Repetitions() != rules.Force3Repetitions || p.Line() != nil || p.Moves(nil) != nil {
		t.Errorf("outcome %v, stood %d times, line %v", p.Outcome(), p.Repetitions(), p.Line())
	}
	if p.Undo(); p.Outcome() != rules.Ongoing || p.Repetitions() != 2 {
		t.Errorf("taken back: outcome %v, stood %d times", p.Outcome(), p.Repetitions())
	}
	// The ban is part of the position: with the hole once round a square of free
	// tiles the board is the same, but the hole may not go back.
	const square = " S6 S3 S2 S5"
	p = play(t, "force3", "P1 P9"+round+square).(*rules.Force3Position)
	if p.Outcome() != rules.Ongoing || p.Repetitions() != 1 {
		t.Errorf("with a ban: outcome %v, stood %d times", p.Outcome(), p.Repetitions())
	}
	p = play(t, "force3", "P1 P9"+square+round+square+" S6").(*rules.Force3Position)
	if p.Outcome() != rules.Drawn || p.Repetitions() != rules.Force3Repetitions {
		t.Errorf("three times with a ban: outcome %v, stood %d times", p.Outcome(), p.Repetitions())
	}
}

// longGame plays turns at random that do not end the game, on a Position and on
// its model, until a number of plies is reached.
func longGame(t *testing.T, variant string, plies int) *both {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 200))
	for range 1000 {
		b := &both{Position: parse(t, variant).Start(), model: rulestest.New(variant)}
		for b.Ply() < plies {
			moves := b.Moves(nil)
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			stays := slices.IndexFunc(moves, func(m rules.Move) bool {
				b.Play(m)
				defer b.Undo()
				return !b.Outcome().Over()
			})
			if stays < 0 {
				break
			}
			b.model.Play(b.FormatMove(moves[stays]))
			b.Play(moves[stays])
		}
		if b.Ply() == plies {
			return b
		}
	}
	t.Fatalf("no game of %s lasts %d plies", variant, plies)
	return nil
}

// TestForce3LongestGame: the last ply draws, unless it wins or loses.
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
			t.Errorf("%s: outcomes %v", variant, seen)
		}
	}
}

// TestPerftOfModel counts with both the fast games and the models, in the
// variants that no table has.
func TestPerftOfModel(t *testing.T) {
	for variant, depth := range map[string]int{"force3:fair": 4, "force3:placed:fair": 6} {
		want := perftModel(rulestest.New(variant), depth)
		if got := perft(parse(t, variant).Start(), depth, make([][]rules.Move, depth+1)); got != want {
			t.Errorf("%s: %d sequences, the model has %d", variant, got, want)
		}
	}
}
