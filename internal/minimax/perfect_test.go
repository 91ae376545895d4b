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

// TestPerfectWins: perfect, as first player from won openings against every
// level in turn, never gives the win away, wins as soon as it can be forced to at
// worst, and wins. Each of its moves is checked.
//
// The solver's own values are checked in its package, and against those of
// others in TestConnect4Scores.
func TestPerfectWins(t *testing.T) {
	g, rng := game(t, "connect4:7x6:4"), rand.New(rand.NewPCG(2, 500))
	for n := range *openings {
		opening := wonOpening(t, g, rng)
		playPerfect(t, opening, levels[n%len(levels)], rng)
	}
}

// TestPerfectWinsFromStart is the same from the empty board. It takes long as long
// as the book does not know what the opponents play.
func TestPerfectWinsFromStart(t *testing.T) {
	g := game(t, "connect4:7x6:4")
	if !*fromStart {
		t.Skip("no -from-start")
	}
	for i, l := range levels {
		playPerfect(t, g.Start(), l, rand.New(rand.NewPCG(1, uint64(i))))
	}
}

// wonOpening returns a position that the first player is to move in and wins.
func wonOpening(t *testing.T, g rules.Game, rng *rand.Rand) rules.Position {
	t.Helper()
	for {
		pos := randomPosition(g, *openingPlies, rng)
		if pos.Turn() != rules.First {
			continue
		}
		limits := newLimits(t.Context(), never)
		a, err := engine.solverOf(pos).solve(&limits, pos, question{best: true})
		if err != nil {
			t.Fatal(err)
		}
		if plies, certain := a.Value.Low.Mate(); certain && plies > 1 {
			return pos
		}
	}
}

// opponentBudget keeps opponents without a depth from making the test long.
const opponentBudget = 20 * time.Millisecond

func playPerfect(t *testing.T, pos rules.Position, opponent Level, rng *rand.Rand) {
	t.Helper()
	perfect := levels[len(levels)-1]
	perfect.Budget = never
	if opponent.Budget = never; opponent.Depth == 0 {
		opponent.Budget = opponentBudget
	}
	left := maxDepth // plies to the win that was promised last
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

// checkMove compares a move with the exact value of the position that it leads to.
func checkMove(t *testing.T, pos rules.Position, c Choice, opponent Level) {
	t.Helper()
	pos = pos.Clone()
	pos.Play(c.Move)
	if pos.Outcome().Over() {
		return
	}
	limits := newLimits(t.Context(), never)
	a, err := engine.solverOf(pos).solve(&limits, pos, question{best: true})
	if err != nil {
		t.Fatal(err)
	}
	now, _ := c.Score.Mate()
	if plies, certain := a.Value.Low.Mate(); !certain || -plies != now-1 {
		t.Errorf("%s: after a move against %s that wins in %d plies the opponent holds out for %d", rules.FormatSetup(pos), opponent.Name, now, -plies)
	}
}

// TestPerfectForce3: perfect wins the variants that the first player wins, and
// loses none of the others, against each level and with either side.
func TestPerfectForce3(t *testing.T) {
	perfect := levels[len(levels)-1]
	for _, variant := range []string{"force3", "force3:placed", "force3:fair", "tictactoe"} {
		for i, opponent := range levels {
			opponent = unhurried(opponent)
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
