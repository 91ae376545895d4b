package minimax

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// plainForce3Points is the Force 3 evaluator, computed cell by cell.
func plainForce3Points(pos *rules.Force3Position, side rules.Side) Score {
	at := func(row, column int) rules.Side {
		for _, s := range []rules.Side{rules.First, rules.Second} {
			if pos.Discs(s)>>(3*row+column)&1 != 0 {
				return s
			}
		}
		return rules.NoSide
	}
	points := 0
	for row := range 3 {
		for column := range 3 {
			for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				if endRow, endColumn := row+2*step[0], column+2*step[1]; endRow > 2 || endColumn > 2 || endColumn < 0 {
					continue
				}
				own, other, hole := 0, 0, false
				for i := range 3 {
					r, c := row+i*step[0], column+i*step[1]
					switch at(r, c) {
					case side:
						own++
					case side.Other():
						other++
					}
					hole = hole || pos.Hole() == 3*r+c
				}
				switch {
				case other > 0:
				case own == 2 && hole:
					points += holePair
				case own == 2:
					points += openPair
				case own == 1:
					points += openSingle
				}
			}
		}
	}
	if at(1, 1) == side {
		points += centreDisc
	}
	return Score(points)
}

func TestForce3Evaluator(t *testing.T) {
	rng, scores := rand.New(rand.NewPCG(3, 9)), map[Score]int{}
	for _, variant := range []string{"force3", "force3:placed", "force3:report"} {
		for range 1000 {
			pos := randomPosition(game(t, variant), rng.IntN(30), rng).(*rules.Force3Position)
			got := EvaluationAI.evaluatorFor(pos)()
			want := plainForce3Points(pos, pos.Turn()) - plainForce3Points(pos, pos.Turn().Other())
			if got != want {
				t.Fatalf("%s: %d points, want %d", variant, got, want)
			}
			scores[got]++
		}
	}
	if len(scores) < 10 {
		t.Errorf("the positions had only %d different scores: %v", len(scores), scores)
	}
}

// mate is a position that the side to move wins or loses in a known number of plies.
type mate struct {
	pos   rules.Position
	plies int // as Score.Mate gives them
	best  []string
}

func readMates(t *testing.T) (mates []mate) {
	t.Helper()
	text, err := os.ReadFile("testdata/force3-mates.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), " | ")
		plies, err := strconv.Atoi(fields[2][2:])
		if err != nil {
			t.Fatal(err)
		}
		if fields[2][0] == 'L' {
			plies = -plies
		}
		mates = append(mates, mate{replay(t, fields[0], fields[1]), plies, strings.Split(fields[3], ",")})
	}
	return mates
}

// TestForce3Mates checks that every level finds the soonest win or the latest loss within
// its depth, and plays one of the moves that lead to it.
func TestForce3Mates(t *testing.T) {
	found := map[string]int{}
	for _, m := range readMates(t) {
		for _, l := range Levels() {
			if l = withoutTimeLimit(l); l.Depth < max(m.plies, -m.plies) {
				continue
			}
			c, err := engine.Choose(t.Context(), l, m.pos, rand.New(rand.NewPCG(1, uint64(len(m.best)))))
			if err != nil {
				t.Fatal(err)
			}
			if plies, certain := c.Score.Mate(); !certain || plies != m.plies || !slices.Contains(m.best, m.pos.FormatMove(c.Move)) {
				t.Errorf("%s plays %s and expects the end in %d plies, want one of %v and %d",
					l.Name, m.pos.FormatMove(c.Move), plies, m.best, m.plies)
			}
			found[l.Name]++
		}
	}
	if t.Log(found); found["very-easy"] < 10 || found["expert"] < 80 {
		t.Errorf("too few positions tested: %v", found)
	}
}
