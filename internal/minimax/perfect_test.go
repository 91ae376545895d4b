package minimax

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

var (
	openings     = flag.Int("openings", 12, "play perfect as first player from `N` random openings that are won for it")
	fromStart    = flag.Bool("from-start", false, "play perfect from the empty board, too")
	openingPlies = flag.Int("opening-plies", 16, "plies of these openings, at most; fewer than 12 take long without an opening book")
)

// TestPerfectWins plays perfect as first player from won openings against every level. Perfect
// must win as soon as its scores promise. The test checks each of its moves.
//
// Package solver and TestConnect4Scores test the values of the solver.
func TestPerfectWins(t *testing.T) {
	g, rng := game(t, "connect4:7x6:4"), rand.New(rand.NewPCG(2, 500))
	for n := range *openings {
		opening := wonOpening(t, g, rng)
		playPerfect(t, opening, levels[n%len(levels)], rng)
	}
}

// TestPerfectWinsFromStart is TestPerfectWins from the empty board. It takes long if the
// opponents' moves lead to positions that the book does not have.
func TestPerfectWinsFromStart(t *testing.T) {
	g := game(t, "connect4:7x6:4")
	if !*fromStart {
		t.Skip("games from the start take long; ask for them with -from-start")
	}
	for i, l := range levels {
		playPerfect(t, g.Start(), l, rand.New(rand.NewPCG(1, uint64(i))))
	}
}

// wonOpening returns a position where the first player is to move and can win.
func wonOpening(t *testing.T, g rules.Game, rng *rand.Rand) rules.Position {
	t.Helper()
	for {
		pos := randomPosition(g, *openingPlies, rng)
		if pos.Turn() != rules.First {
			continue
		}
		limits := newLimits(t.Context(), unlimitedBudget)
		a, err := engine.solverOf(pos).solve(&limits, pos, solveRequest{oneBest: rand.New(rand.NewPCG(0, 0))})
		if err != nil {
			t.Fatal(err)
		}
		if plies, certain := a.Value.Low.Mate(); certain && plies > 1 {
			return pos
		}
	}
}

// opponentBudget limits opponents without a depth, to keep the test short.
const opponentBudget = 20 * time.Millisecond

func playPerfect(t *testing.T, pos rules.Position, opponent Level, rng *rand.Rand) {
	t.Helper()
	perfect := levels[len(levels)-1]
	perfect.Budget = unlimitedBudget
	if opponent.Budget = unlimitedBudget; opponent.Depth == 0 {
		opponent.Budget = opponentBudget
	}
	left := maxDepth // plies to the win that the last score promised
	for !pos.Outcome().Over() {
		level := opponent
		if pos.Turn() == rules.First {
			level = perfect
		}
		c, err := engine.Choose(t.Context(), level, pos, rng)
		if err != nil {
			t.Fatal(err)
		}
		if pos.Turn() == rules.First {
			plies, certain := c.Score.Mate()
			if !certain || plies <= 0 || plies > left {
				t.Fatalf("%s: against %s the win was %d plies away and now the score is %d", rules.FormatSetup(pos), opponent.Name, left, c.Score)
			}
			checkMove(t, pos, c, opponent)
			left = plies
		}
		pos.Play(c.Move)
		left--
	}
	if pos.Outcome().Winner() != rules.First || left < 0 {
		t.Errorf("%s: outcome %d against %s, %d plies after the win was due", rules.FormatSetup(pos), pos.Outcome(), opponent.Name, -left)
	}
}

// checkMove compares a move with the exact value of the position after it.
func checkMove(t *testing.T, pos rules.Position, c Choice, opponent Level) {
	t.Helper()
	pos = pos.Clone()
	pos.Play(c.Move)
	if pos.Outcome().Over() {
		return
	}
	limits := newLimits(t.Context(), unlimitedBudget)
	a, err := engine.solverOf(pos).solve(&limits, pos, solveRequest{oneBest: rand.New(rand.NewPCG(0, 0))})
	if err != nil {
		t.Fatal(err)
	}
	now, _ := c.Score.Mate()
	if plies, certain := a.Value.Low.Mate(); !certain || -plies != now-1 {
		t.Errorf("%s: after a move against %s that wins in %d plies the opponent holds out for %d", rules.FormatSetup(pos), opponent.Name, now, -plies)
	}
}

// TestPerfectForce3 plays perfect against each level, with either side. As first player
// perfect must win the variants that the first player can win. It must never lose the other
// variants.
func TestPerfectForce3(t *testing.T) {
	perfect := levels[len(levels)-1]
	for _, variant := range []string{"force3", "force3:placed", "force3:fair", "force3:report", "tictactoe"} {
		for i, opponent := range levels {
			opponent = withoutTimeLimit(opponent)
			opponent.Depth = min(opponent.Depth, 4)
			side := rules.First + rules.Side(i%2)
			if variant == "force3" || variant == "force3:placed" {
				side = rules.First
			}
			rng, pos := rand.New(rand.NewPCG(3, uint64(i))), game(t, variant).Start()
			for !pos.Outcome().Over() {
				level := opponent
				if pos.Turn() == side {
					level = perfect
				}
				c, err := engine.Choose(t.Context(), level, pos, rng)
				if err != nil {
					t.Fatal(err)
				}
				pos.Play(c.Move)
			}
			winner := pos.Outcome().Winner()
			if winner == side.Other() || winner != side && (variant == "force3" || variant == "force3:placed") {
				t.Errorf("%s: perfect as side %d against %s: %v", variant, side, opponent.Name, pos.Outcome())
			}
		}
	}
}
