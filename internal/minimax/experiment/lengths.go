package experiment

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

var lengthsKind = Kind{
	Usual: Settings{Kind: "lengths", Games: []string{"tictactoe", "connect4:4x4:4", "connect4:6x5:4", "connect4:7x6:4", "connect4:8x7:4"}, N: 20_000},
	About: "how long random games are, and who wins them",
	New:   newLengths,
}

// lengthsBatch is the number of random games of a trial.
const lengthsBatch = 1000

// lengths counts random games of one game.
type lengths struct {
	Settings
	game  rules.Game
	wins  map[rules.Side]int // by winner; rules.NoSide: draws
	plies map[int]int        // by length
}

func newLengths(s Settings) (*Experiment, error) {
	all, err := s.parseGames()
	if err != nil {
		return nil, err
	}
	if s.N < 1 {
		return nil, fmt.Errorf("%d games: must be at least 1", s.N)
	}
	e := &Experiment{Settings: s}
	var counts []lengths
	for _, g := range all {
		counts = append(counts, lengths{s, g, map[rules.Side]int{}, map[int]int{}})
	}
	for batch := range (s.N + lengthsBatch - 1) / lengthsBatch {
		for _, f := range counts {
			e.trials = append(e.trials, func(context.Context) error {
				f.play(batch)
				return nil
			})
		}
	}
	e.table = func() Table { return lengthsTable(counts) }
	return e, nil
}

// play plays a batch of random games, and counts them.
func (f lengths) play(batch int) {
	rng := f.rng(batch)
	for range min(lengthsBatch, f.N-batch*lengthsBatch) {
		pos := f.game.Start()
		for !pos.Outcome().Over() {
			moves := pos.Moves(nil)
			pos.Play(moves[rng.IntN(len(moves))])
		}
		f.plies[pos.Ply()]++
		f.wins[pos.Outcome().Winner()]++
	}
}

func lengthsTable(counts []lengths) Table {
	t := Table{
		Title: "Lengths of random games",
		Columns: []Column{
			{"game", "", text},
			{"games", "", whole},
			{"first", "percent", decimal},
			{"first_low", "", decimal},
			{"first_high", "", decimal},
			{"drawn", "percent", decimal},
			{"second", "percent", decimal},
			{"plies", "mean", decimal},
			{"plies_low", "", decimal},
			{"plies_high", "", decimal},
			{"deviation", "standard", decimal},
			{"shortest", "", whole},
			{"median", "", whole},
			{"longest", "", whole},
		},
	}
	for _, f := range counts {
		first, drawn, second := f.wins[rules.First], f.wins[rules.NoSide], f.wins[rules.Second]
		games := first + drawn + second
		if games == 0 {
			continue
		}
		n := float64(games)
		share, low, high := match.Wilson(float64(first), games)
		d := distributionOf(f.plies, n)
		spread := 1.96 * d.deviation / math.Sqrt(n)
		t.Rows = append(t.Rows, []any{
			f.game.Variant(), games, 100 * share, 100 * low, 100 * high, 100 * float64(drawn) / n, 100 * float64(second) / n,
			d.mean, d.mean - spread, d.mean + spread, d.deviation, d.shortest, d.median, d.longest,
		})
	}
	return t
}

// distribution describes the lengths of games, in plies.
type distribution struct {
	mean, deviation           float64
	shortest, median, longest int
}

// distributionOf returns the distribution of n games. counts has the number of games by length.
func distributionOf(counts map[int]int, n float64) distribution {
	d := distribution{shortest: math.MaxInt}
	squares := 0.0
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		c := float64(counts[k])
		d.mean += float64(k) * c / n
		squares += float64(k) * float64(k) * c / n
		d.shortest, d.longest = min(d.shortest, k), max(d.longest, k)
	}
	d.deviation = math.Sqrt(max(0, squares-d.mean*d.mean))
	for k, below := d.shortest, 0; k <= d.longest; k++ {
		if below += counts[k]; float64(2*below) >= n {
			d.median = k
			break
		}
	}
	return d
}
