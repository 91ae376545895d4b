package minimax

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// TestThought checks the compared moves and the expected line of every level in every game. The
// compared moves must include the chosen move with its score, and be in the order of their
// scores. The line must be legal and no longer than the search looked ahead.
func TestThought(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 16))
	engine := NewEngine(4 << 20)
	missed := 0
	for _, variant := range []string{"tictactoe", "connect4:7x6:4", "connect4:5x4:4", "connect4:9x7:4", "force3"} {
		for _, level := range Levels()[1:] { // random compares nothing
			level.Budget = min(level.Budget, 20*time.Millisecond)
			for plies := range 4 {
				pos := randomPlies(t, variant, plies, rng)
				c, err := engine.Choose(context.Background(), level, pos, rng)
				if err != nil {
					t.Fatal(err)
				}
				missed += checkThought(t, level, pos, c)
				line, err := engine.Line(context.Background(), level, pos, c, 8, time.Second)
				if err != nil || len(line) == 0 || line[0] != c.Move || c.Depth > 0 && len(line) > c.Depth && level.Depth > 0 {
					t.Fatalf("%s %s: line %v, error %v after %+v", variant, level.Name, line, err, c)
				}
				after := pos.Clone()
				for _, m := range line {
					if _, err := after.ParseMove(after.FormatMove(m)); err != nil {
						t.Fatalf("%s %s: illegal line %v: %v", variant, level.Name, line, err)
					}
					after.Play(m)
				}
			}
		}
	}
	if missed == 0 {
		t.Error("no level overlooked anything")
	}
}

// checkThought checks the compared moves of c. It returns in how many of them the level has
// overlooked something.
func checkThought(t *testing.T, level Level, pos rules.Position, c Choice) (missed int) {
	t.Helper()
	found := false
	for i, m := range c.Moves {
		if i > 0 && m.Score > c.Moves[i-1].Score {
			t.Errorf("%s: %v are not in order", level.Name, c.Moves)
		}
		if m.Move == c.Move {
			found = true
			// Expert may choose a move below the best score. The score of a lowered loss is one less.
			if m.Bounded || m.Score > c.Score+1 || level.Depth > 0 && m.Score < c.Score {
				t.Errorf("%s: chose %d with %d, but compared %+v", level.Name, c.Move, c.Score, m)
			}
		}
		if m.Missed != 0 {
			missed++
			if level.OverlookPercent == 0 {
				t.Errorf("%s overlooked %+v", level.Name, m)
			}
		}
	}
	if !found || !level.Perfect && len(c.Moves) != len(pos.Moves(nil)) {
		t.Errorf("%s: chose %d of %+v", level.Name, c.Move, c.Moves)
	}
	return missed
}

// randomPlies returns the position after random moves. plies must be too few to end a game.
func randomPlies(t *testing.T, variant string, plies int, rng *rand.Rand) rules.Position {
	game, err := rules.Parse(variant)
	if err != nil {
		t.Fatal(err)
	}
	pos := game.Start()
	for range plies {
		moves := pos.Moves(nil)
		pos.Play(moves[rng.IntN(len(moves))])
	}
	return pos
}

// TestLineWins checks that the expected line after a winning move ends with the win.
func TestLineWins(t *testing.T) {
	game, err := rules.Parse("connect4:7x6:4")
	if err != nil {
		t.Fatal(err)
	}
	pos := game.Start()
	for _, column := range []rules.Move{3, 3, 2, 2, 6, 6} {
		pos.Play(column)
	}
	engine, rng := NewEngine(4<<20), rand.New(rand.NewPCG(2, 2))
	for _, name := range []string{"strong", "expert", "perfect"} {
		level, _ := ParseLevel(name)
		level.Budget = 200 * time.Millisecond
		c, err := engine.Choose(context.Background(), level, pos, rng)
		if err != nil {
			t.Fatal(err)
		}
		if plies, certain := c.Score.Mate(); !certain || plies != 3 {
			t.Fatalf("%s: %+v", name, c)
		}
		line, err := engine.Line(context.Background(), level, pos, c, 8, time.Second)
		if err != nil || len(line) != 3 {
			t.Errorf("%s expects %v, want a win with the third ply (%v)", name, line, err)
		}
	}
}
