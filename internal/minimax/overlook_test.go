package minimax

import (
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// movesWithoutObviousLoss returns the moves after which the opponent has not won and has no
// obvious win with the next ply.
func movesWithoutObviousLoss(pos rules.Position) (moves []rules.Move) {
	opponent := pos.Turn().Other()
	for _, m := range pos.Moves(nil) {
		pos.Play(m)
		lost := pos.Outcome().Winner() == opponent
		pos.Undo()
		if !lost && !allowsObviousWin(pos, m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// TestObviousIsNeverOverlooked checks that no level misses a win with the next ply, and
// that levels from easy on prevent obvious wins of the opponent if possible. It also
// checks that easy allows some other wins.
func TestObviousIsNeverOverlooked(t *testing.T) {
	wins, threats, overlooked := 0, 0, 0
	for _, variant := range []string{"connect4:7x6:4", "connect4:9x7:4", "tictactoe", "force3", "force3:placed", "force3:report"} {
		g, rng := game(t, variant), rand.New(rand.NewPCG(9, uint64(len(variant))))
		for range 150 {
			pos := randomPosition(g, rng.IntN(24), rng)
			win, safe := rules.WinningMoves(pos), movesWithoutObviousLoss(pos)
			for i, l := range levels[1:5] {
				l.Budget = unlimitedBudget
				c, err := engine.Choose(t.Context(), l, pos, rng)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case len(win) > 0:
					if wins++; !slices.Contains(win, c.Move) {
						t.Errorf("%s: %s plays %s, but could win with %s",
							rules.FormatSetup(pos), l.Name, pos.FormatMove(c.Move), pos.FormatMove(win[0]))
					}
				case i > 0 && len(safe) > 0:
					if threats++; !slices.Contains(safe, c.Move) {
						t.Errorf("%s: %s plays %s and lets the opponent win", rules.FormatSetup(pos), l.Name, pos.FormatMove(c.Move))
					}
				}
				if i == 1 && len(win) == 0 {
					pos.Play(c.Move)
					if len(rules.WinningMoves(pos)) > 0 {
						overlooked++
					}
					pos.Undo()
				}
			}
		}
	}
	t.Logf("%d positions with a win at once, %d others; easy let the opponent win %d times", wins, threats, overlooked)
	if wins < 100 || threats < 500 || overlooked < 5 {
		t.Error("too few positions of a kind to test")
	}
}

func TestObvious(t *testing.T) {
	for _, test := range []struct {
		what, variant, moves, move string
		want                       bool
	}{
		{"straight up", "connect4:7x6:4", "71727", "1", true},
		{"stopped", "connect4:7x6:4", "71727", "7", false},
		{"along a row", "connect4:7x6:4", "717263", "6", true},
		{"along a row, stopped", "connect4:7x6:4", "717263", "4", false},
		{"a gap", "connect4:7x6:4", "717264", "6", false},
		{"a diagonal", "connect4:7x6:4", "12233434747", "6", false},
		{"a row of three", "tictactoe", "a1 b2 b1", "a3", true},
		{"a diagonal of three", "tictactoe", "a1 b1 b2", "a3", false},
	} {
		pos := replay(t, test.variant, test.moves)
		m, err := pos.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := allowsObviousWin(pos, m); got != test.want {
			t.Errorf("%s: %v after %s", test.what, got, test.move)
		}
	}
}

// TestMargin checks that Choose plays all moves within the margin of the best, and no
// others.
func TestMargin(t *testing.T) {
	pos := replay(t, "connect4:7x6:4", "4344")
	level := Level{Depth: 2, Budget: unlimitedBudget, Margin: 8}
	best, scores, nodes := -infinity, map[rules.Move]Score{}, 0
	for _, m := range pos.Moves(nil) {
		pos.Play(m)
		scores[m] = -plain(pos, EvaluationAI.evaluatorFor(pos), level.Depth-1, 1, &nodes)
		best = max(best, scores[m])
		pos.Undo()
	}
	near := 0
	for _, s := range scores {
		if s >= best-level.Margin {
			near++
		}
	}
	rng, played := rand.New(rand.NewPCG(5, 5)), map[rules.Move]bool{}
	for range 300 {
		c, err := engine.Choose(t.Context(), level, pos, rng)
		if err != nil || c.Score != scores[c.Move] || c.Score < best-level.Margin {
			t.Fatalf("%+v, %v; the scores are %v", c, err, scores)
		}
		played[c.Move] = true
	}
	if len(played) != near || near < 2 || near == len(scores) {
		t.Errorf("%d moves played of %d that are near the best; scores %v", len(played), near, scores)
	}
}

// TestOverlookAfterBudget checks that a level still answers if it has found a certain end
// and then runs out of its budget, whether it overlooks that end or not.
func TestOverlookAfterBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := replay(t, "connect4:7x6:4", "4433") // the fifth column wins with the third ply
		hasty := Level{Depth: 4, Budget: time.Second, OverlookPercent: 50, NoticeDepth: 2}
		for seed := range uint64(10) {
			pos := start.Clone()
			eval := func() Score {
				if pos.Ply() == start.Ply()+hasty.Depth {
					time.Sleep(hasty.Budget)
				}
				return 0
			}
			c, err := hasty.choose(t.Context(), pos, eval, rand.New(rand.NewPCG(seed, 1)))
			if err != nil || c.Depth != hasty.Depth-1 {
				t.Errorf("%+v, %v", c, err)
			}
		}
	})
}
