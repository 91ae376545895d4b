package minimax_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// FuzzPositions checks the engine on any position that a question can hold, and on any
// position played from it. Every level must return a legal move. An analysis must have
// every legal move once, with consistent bounds. Anybody may ask about these positions,
// so a panic would let anybody stop all workers.
func FuzzPositions(f *testing.F) {
	for _, seed := range []struct{ variant, position, picks string }{
		{"connect4:7x6:4", "", "\x03\x03\x04\x02"},
		{"connect4:4x4:3", "xo..x...........", "\x02"},
		{"connect4:4x4:4", "xoxoxoxooxoxoxo.", ""},
		{"connect4:15x15:5", "", "\x07\x0e\x00"},
		{"connect4:9x7:4", "", "\x01"},
		{"connect4:4x15:10", "", ""},
		{"tictactoe", "x........", "\x01"},
		{"tictactoe", "xoxxoxo..", ""},
		{"force3", "rs.bsbsss r 2 1 6", "\x05\x06\x05\x06\x05\x06\x05\x06"},
		{"force3:fair", "", ""},
		{"force3:placed", "ssss.ssss b 3 3 -", ""},
		{"force3:placed:fair", "", "\x00\x01\x02\x03\x04\x05\x06\x07"},
		{"force3:report", "rs.ssssss r 2 3 6+5", "\x05\x06\x05\x06\x05\x06\x05\x06"},
	} {
		f.Add(seed.variant, seed.position, []byte(seed.picks))
	}
	engine := minimax.NewEngine(1 << 20)
	f.Fuzz(func(t *testing.T, variant, position string, picks []byte) {
		game, err := rules.Parse(variant)
		if err != nil {
			t.Skip()
		}
		p := game.Start()
		if position != "" {
			if p, err = rules.Setup(game, position); err != nil {
				t.Skip()
			}
		}
		for _, pick := range picks {
			if moves := p.Moves(nil); len(moves) > 0 {
				p.Play(moves[int(pick)%len(moves)])
			}
		}
		checkEngine(t, engine, p)
	})
}

func checkEngine(t *testing.T, engine *minimax.Engine, p rules.Position) {
	const budget = 2 * time.Millisecond
	before, legal := rules.FormatSetup(p), p.Moves(nil)
	a, err := engine.Analyse(context.Background(), p, budget, func(a minimax.Analysis) { checkAnalysis(t, before, legal, a) })
	if p.Outcome().Over() {
		if err != minimax.ErrOver {
			t.Fatalf("%s is over: error %v, want ErrOver", before, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%s: %v", before, err)
	}
	checkAnalysis(t, before, legal, a)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, level := range minimax.Levels() {
		level.Budget = budget
		choice, err := engine.Choose(context.Background(), level, p, rng)
		if err != nil || !slices.Contains(legal, choice.Move) {
			t.Fatalf("%s: %s plays %v, legal are %v; %v", before, level.Name, choice.Move, legal, err)
		}
	}
	if after := rules.FormatSetup(p); after != before {
		t.Fatalf("the engine changed the position %s to %s", before, after)
	}
}

func checkAnalysis(t *testing.T, position string, legal []rules.Move, a minimax.Analysis) {
	var valued []rules.Move
	best := -minimax.Win
	for _, m := range a.Moves {
		valued = append(valued, m.Move)
		best = max(best, m.Value.Low)
		if m.Value.Low > m.Value.High || m.Value.High > minimax.Win || m.Value.Low < -minimax.Win {
			t.Fatalf("%s: move %d is worth %+v", position, m.Move, m.Value)
		}
	}
	slices.Sort(valued)
	if !slices.Equal(valued, slices.Sorted(slices.Values(legal))) {
		t.Fatalf("%s: the moves with values are %v, the legal moves are %v", position, valued, legal)
	}
	if a.Value.Low > a.Value.High || a.Value.Low < best {
		t.Fatalf("%s: is worth %+v, but a move is worth at least %d", position, a.Value, best)
	}
}
