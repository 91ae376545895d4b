package heuristic

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

var (
	fitBoards = flag.String("fit", "", "boards of TestFit, all with the same number of discs to align; without boards it is skipped")
	fitGames  = flag.Int("fitgames", 300, "games for each board of TestFit")
	fitDepth  = flag.Int("fitdepth", 5, "plies that the players of TestFit look ahead")
)

// featureNames names the numbers that features returns, in their order. A weight has the
// name of its feature.
var featureNames = []string{
	"lacksTwo vertical", "lacksTwo diagonal", "lacksTwo own row", "lacksTwo other row",
	"lacksThree vertical", "lacksThree diagonal", "lacksThree own row", "lacksThree other row",
	"lacksFour vertical", "lacksFour diagonal", "lacksFour own row", "lacksFour other row",
	"threat", "goodRowThreat", "badRowThreat", "higherThreat", "stackedThreats", "endgameWin", "endgameWinFull", "tempo",
}

// features returns the number by which the evaluation multiplies each weight, for the first
// player.
func (s *state) features() []float64 {
	f := make([]float64, len(featureNames))
	for i := range s.g.windows {
		w := &s.windows[i]
		for side := range 2 {
			n := int(w.discs / discOf[side])
			if w.discs == 0 || w.discs%discOf[side] != 0 || side == 0 && n >= int(discOf[1]) {
				continue
			}
			index := int(classes)*(s.g.align-n-2) + classFor(side, int(w.class))
			if s.g.align-n == 1 {
				index = slices.Index(featureNames, "threat")
			}
			f[index] += float64(1 - 2*side)
		}
	}
	t := s.countThreats()
	for i, x := range []int32{t.goodRow, t.badRow, t.higher, t.stacked, t.endgame} {
		f[13+i] = float64(x)
	}
	f[18] = float64(t.endgame) * float64(s.g.cellCount-t.free) / float64(s.g.cellCount)
	f[19] = float64(1 - 2*s.turn)
	return f
}

// TestFit plays games of the engine against itself and fits the weights to their results.
// The method is logistic regression by Newton's method, where a draw counts as half a
// win.
func TestFit(t *testing.T) {
	if *fitBoards == "" {
		t.Skip("a fit takes minutes; ask for it with -fit")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var rows [][]float64
	var results []float64
	for board := range strings.SplitSeq(*fitBoards, ",") {
		columns, height, align := start(t, board).Size()
		e := New(columns, height, align, 4<<20)
		for range *fitGames {
			pos := randomPosition(t, board, 2+rng.IntN(10), rng)
			from := len(rows)
			for !pos.Outcome().Over() {
				var s search
				s.load(e.g, pos, false)
				if u := s.findTactics(); !u.wins && u.forced == 0 && u.hasSafe {
					rows = append(rows, s.features())
				}
				r := e.Search(pos, Limits{Depth: *fitDepth})
				if _, mate := r.Score.Mate(); mate {
					break
				}
				pos.Play(r.Best[rng.IntN(len(r.Best))])
			}
			result := resultOf(e, pos)
			for range rows[from:] {
				results = append(results, result)
			}
		}
		t.Logf("%s: %d positions so far", board, len(rows))
	}
	weights := fit(rows, results)
	for i, w := range weights {
		t.Logf("%-22s %7.1f", featureNames[i], w*estimateScale/2)
	}
	t.Logf("error %.4f with the fitted weights, %.4f with the current weights", loss(rows, results, weights), loss(rows, results, currentWeights(rows, start(t, strings.Split(*fitBoards, ",")[0]))))
}

// resultOf returns the result of a game that is over or certain: 1 if the first player
// wins.
func resultOf(e *Engine, pos *rules.Connect4Position) float64 {
	switch pos.Outcome().Winner() {
	case rules.First:
		return 1
	case rules.Second:
		return 0
	}
	if pos.Outcome().Over() {
		return 0.5
	}
	score := e.Search(pos, Limits{Depth: *fitDepth}).Score
	if (score > 0) == (pos.Turn() == rules.First) {
		return 1
	}
	return 0
}

// currentWeights returns the weights in use, in the units of fit.
func currentWeights(rows [][]float64, pos *rules.Connect4Position) []float64 {
	_, _, align := pos.Size()
	k := &weightsOf[align]
	list := make([]float64, 0, len(rows[0]))
	for _, group := range [][classes]int32{k.lacksTwo, k.lacksThree, k.lacksFour} {
		for _, w := range group {
			list = append(list, float64(w))
		}
	}
	for _, w := range []int32{k.threat, k.goodRowThreat, k.badRowThreat, k.higherThreat, k.stackedThreats, k.endgameWin, k.endgameWinFull, k.tempo} {
		list = append(list, float64(w))
	}
	for i := range list {
		list[i] /= estimateScale / 2
	}
	return list
}

func winProbability(row, weights []float64) float64 {
	sum := 0.0
	for i, x := range row {
		sum += x * weights[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// loss returns the mean cross entropy.
func loss(rows [][]float64, results, weights []float64) float64 {
	sum := 0.0
	for i, row := range rows {
		p := min(max(winProbability(row, weights), 1e-9), 1-1e-9)
		sum -= results[i]*math.Log(p) + (1-results[i])*math.Log(1-p)
	}
	return sum / float64(len(rows))
}

// fit returns the weights that make the results most likely. A small penalty on large weights
// (ridge regularisation) keeps them close to 0.
func fit(rows [][]float64, results []float64) []float64 {
	n := len(rows[0])
	weights := make([]float64, n)
	for range 12 {
		matrix := make([][]float64, n)
		for i := range matrix {
			matrix[i] = make([]float64, n+1)
			matrix[i][i] = 10
			matrix[i][n] = -10 * weights[i]
		}
		for r, row := range rows {
			p := winProbability(row, weights)
			for i, x := range row {
				if x == 0 {
					continue
				}
				for j, y := range row {
					matrix[i][j] += p * (1 - p) * x * y
				}
				matrix[i][n] += (results[r] - p) * x
			}
		}
		for i, step := range solve(matrix) {
			weights[i] += step
		}
	}
	return weights
}

// solve solves a system of linear equations whose matrix is positive definite.
func solve(m [][]float64) []float64 {
	n := len(m)
	for i := range n {
		for j := range n {
			if j != i {
				factor := m[j][i] / m[i][i]
				for k := i; k <= n; k++ {
					m[j][k] -= factor * m[i][k]
				}
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = m[i][n] / m[i][i]
	}
	return x
}
