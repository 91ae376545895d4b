package minimax

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// analysisLine returns the result of an Analysis as testdata/force3.txt writes it: value,
// plies to the end, number of turns, best turns.
func analysisLine(t *testing.T, pos rules.Position) string {
	t.Helper()
	a, err := engine.Analyse(t.Context(), pos, unlimitedBudget, nil)
	if err != nil || !a.Exact() || !a.Value.Exact() || a.Depth != 0 {
		t.Fatalf("%s: %+v, %v", rules.FormatSetup(pos), a, err)
	}
	var best []string
	for _, m := range a.Best() {
		best = append(best, pos.FormatMove(m))
	}
	slices.Sort(best)
	value := "D -"
	if plies, certain := a.Value.Low.Mate(); certain && plies > 0 {
		value = fmt.Sprint("W ", plies)
	} else if certain {
		value = fmt.Sprint("L ", -plies)
	}
	return fmt.Sprintf("%s %d %s", value, len(a.Moves), strings.Join(best, ","))
}

// TestForce3Table compares analyses with values from other solvers. It also does so for the
// fair variants, which differ only in the first turn.
func TestForce3Table(t *testing.T) {
	for _, test := range []struct {
		variant, file string
		positions     int
	}{
		{"force3", "force3.txt", 1000},
		{"force3:fair", "force3.txt", 900},
		{"force3:placed", "force3-placed.txt", 200},
		{"force3:placed:fair", "force3-placed.txt", 150},
		{"force3:report", "force3-report.txt", 419},
	} {
		g, compared := game(t, test.variant), 0
		text, err := os.ReadFile("testdata/" + test.file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			if fields[0] == "#" {
				continue
			}
			pos, err := rules.Setup(g, strings.Join(fields[:5], " "))
			if err != nil && strings.HasSuffix(test.variant, ":fair") {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			want := strings.Join(fields[5:], " ")
			if start := rules.FormatSetup(g.Start()); rules.FormatSetup(pos) == start && strings.HasSuffix(test.variant, ":fair") {
				continue
			}
			if got := analysisLine(t, pos); got != want {
				t.Errorf("%s %s: %s, want %s", test.variant, rules.FormatSetup(pos), got, want)
			}
			compared++
		}
		if t.Logf("%s: %d positions", test.variant, compared); compared < test.positions {
			t.Errorf("%s: only %d positions compared", test.variant, compared)
		}
	}
}

// TestForce3Starts checks the value of the start of each variant.
func TestForce3Starts(t *testing.T) {
	for variant, want := range map[string]string{
		"force3":             "W 9 12 P2,P4,P6,P8",
		"force3:fair":        "D - 4 P1,P3,P7,P9",
		"force3:placed":      "W 7 8 P2,P4,P6,P8",
		"force3:placed:fair": "D - 4 P1,P3,P7,P9",
		"force3:report":      "D - 20 P1,P2,P3,P4,P6,P7,P8,P9",
	} {
		if got := analysisLine(t, game(t, variant).Start()); got != want {
			t.Errorf("%s: %s, want %s", variant, got, want)
		}
	}
}

// plainDistance solves a position with its history: it plays all turns to a number of plies.
// certain is false if a longer search may find another distance.
func plainDistance(p *rules.Force3Position, plies int) (w distance, certain bool) {
	if plies == 0 {
		return 0, false
	}
	best, known, certain := -infinity, distance(0), true
	for _, m := range p.Moves(nil) {
		mover := p.Turn()
		p.Play(m)
		var w distance
		sure := true
		if outcome := p.Outcome(); outcome.Over() {
			w = endDistance(outcome, mover)
		} else if w, sure = plainDistance(p, plies-1); sure {
			w = w.beforeTurn()
		}
		p.Undo()
		certain = certain && sure
		if sure && w.score() > best {
			best, known = w.score(), w
		}
	}
	// A win within the plies is certain, no matter what the other turns lead to.
	return known, certain || known > 0
}

// TestForce3LastPlies checks that a win after the last ply that the rules allow is a draw.
func TestForce3LastPlies(t *testing.T) {
	rng, outcomes := rand.New(rand.NewPCG(4, 200)), map[int]int{}
	for _, variant := range []string{"force3", "force3:placed", "force3:report"} {
		for left := 1; left <= 3; left++ {
			for range 12 >> left {
				p := randomGameOfLength(t, variant, rules.Force3MaxPlies-left, rng)
				w, certain := plainDistance(p, left)
				if !certain {
					t.Fatalf("the game goes on after %d plies", rules.Force3MaxPlies)
				}
				a, err := engine.Analyse(t.Context(), p, unlimitedBudget, nil)
				if err != nil || a.Value != exactValue(w.score()) {
					t.Fatalf("%s with %d plies left: %v, %v, want %d", rules.FormatSetup(p), left, a.Value, err, w)
				}
				outcomes[cmp.Compare(w, 0)]++
			}
		}
	}
	if t.Log(outcomes); outcomes[0] < 3 || outcomes[1] < 3 {
		t.Errorf("the random games had too few positions of some outcome: %v", outcomes)
	}
}

// randomGameOfLength plays random games until one lasts this many plies.
func randomGameOfLength(t *testing.T, variant string, plies int, rng *rand.Rand) *rules.Force3Position {
	t.Helper()
	for {
		p := game(t, variant).Start().(*rules.Force3Position)
		for p.Ply() < plies {
			moves := p.Moves(nil)
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			continuing := slices.IndexFunc(moves, func(m rules.Move) bool {
				p.Play(m)
				defer p.Undo()
				return !p.Outcome().Over()
			})
			if continuing < 0 {
				break
			}
			p.Play(moves[continuing])
		}
		if p.Ply() == plies {
			return p
		}
	}
}

// randomGameWithRepetition plays random games until one more occurrence of some position would
// be a draw. Where a turn can return to an earlier position, it mostly does.
func randomGameWithRepetition(t *testing.T, variant string, rng *rand.Rand) *rules.Force3Position {
	t.Helper()
	for {
		p := randomPosition(game(t, variant), 6+rng.IntN(10), rng).(*rules.Force3Position)
		reached := map[string]int{}
		for range 12 {
			moves := p.Moves(nil)
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			times := func(m rules.Move) int {
				p.Play(m)
				defer p.Undo()
				if p.Outcome().Over() {
					return -1
				}
				return reached[rules.FormatSetup(p)]
			}
			p.Play(slices.MaxFunc(moves, func(a, b rules.Move) int { return cmp.Compare(times(a), times(b)) }))
			if p.Outcome().Over() {
				break
			}
			reached[rules.FormatSetup(p)]++
		}
		if !p.Outcome().Over() && len(positionsNearRepetition(p, engine.force3.table(p).distance)) > 0 {
			return p
		}
	}
}

// TestForce3Repetitions checks games in which a position has occurred twice. The value of a
// position must be that of its best turn, where both are solved with their own history. If
// the end is near, the value must be the one that plainDistance finds. Some values must
// differ from the table.
func TestForce3Repetitions(t *testing.T) {
	rng, differ, near, n := rand.New(rand.NewPCG(6, 3)), 0, 0, 5
	if testing.Short() {
		n = 2
	}
	for i := range n {
		p := randomGameWithRepetition(t, []string{"force3", "force3:placed", "force3:report"}[i%3], rng)
		a, err := engine.Analyse(t.Context(), p, unlimitedBudget, nil)
		if err != nil {
			t.Fatal(err)
		}
		for n, m := range a.Moves {
			if n%3 > 0 && m.Value.Low != 0 {
				continue // a sample of the decided turns is enough
			}
			mover := p.Turn()
			p.Play(m.Move)
			want := endDistance(p.Outcome(), mover)
			if !p.Outcome().Over() {
				next, err := engine.Analyse(t.Context(), p, unlimitedBudget, nil)
				if err != nil {
					t.Fatal(err)
				}
				want = distanceOf(next.Value.Low).beforeTurn()
				if plain := engine.force3.table(p).distance(p); plain != distanceOf(next.Value.Low) {
					differ++
				}
			}
			if got := distanceOf(m.Value.Low); got != want {
				t.Errorf("%s: distance %d before the turn, want %d from the position after it", rules.FormatSetup(p), got, want)
			}
			p.Undo()
		}
		const plies = 3
		w := distanceOf(a.Value.Low)
		if plain, certain := plainDistance(p, plies); certain && plain != w || !certain && w != 0 && max(w, -w) <= plies {
			t.Errorf("%s: distance %d, but playing all turns gives %d (certain: %v)", rules.FormatSetup(p), w, plain, certain)
		} else if certain {
			near++
		}
	}
	if t.Logf("%d turns differ from the table, %d positions are near their end", differ, near); differ < 1 || near < 1 {
		t.Error("too few such turns or positions to test")
	}
}

// distanceOf is the inverse of distance.score.
func distanceOf(s Score) distance {
	plies, _ := s.Mate()
	return distance(plies)
}

func BenchmarkForce3Repetitions(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 3))
	p := randomGameWithRepetition(&testing.T{}, "force3", rng)
	nodes := 0
	for b.Loop() {
		a, err := engine.Analyse(b.Context(), p, unlimitedBudget, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += a.Nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "positions")
}

func BenchmarkForce3Table(b *testing.B) {
	for _, variant := range []string{"force3", "force3:placed", "force3:report"} {
		b.Run(variant, func(b *testing.B) {
			start := game(b, variant).Start().(*rules.Force3Position)
			for b.Loop() {
				newForce3Table(variant).distance(start)
			}
		})
	}
}
