package experiment

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

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

// lengths is an experiment of the kind "lengths".
type lengths struct {
	Settings
	games []rules.Game
}

func newLengths(s Settings) (*Experiment, error) {
	all, err := s.parseGames()
	if err != nil {
		return nil, err
	}
	if s.N < 1 {
		return nil, fmt.Errorf("%d games: must be at least 1", s.N)
	}
	f := lengths{s, all}
	e := &Experiment{Settings: s, table: f.table}
	for b := range f.batches() {
		for i, g := range all {
			e.trials = append(e.trials, trial{batchID(i, b), 1, func(ctx context.Context) (Values, error) {
				return f.play(ctx, g, b)
			}})
		}
	}
	return e, nil
}

func (f lengths) batches() int { return (f.N + lengthsBatch - 1) / lengthsBatch }

// pliesPrefix begins the names of the values that count games by length.
const pliesPrefix = "plies_"

// play plays a batch of random games, and counts them by length and result.
func (f lengths) play(ctx context.Context, g rules.Game, batch int) (Values, error) {
	rng, v := f.rng(batch), Values{}
	for range min(lengthsBatch, f.N-batch*lengthsBatch) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pos := g.Start()
		for !pos.Outcome().Over() {
			moves := pos.Moves(nil)
			pos.Play(moves[rng.IntN(len(moves))])
		}
		v[pliesPrefix+strconv.Itoa(pos.Ply())]++
		switch pos.Outcome().Winner() {
		case rules.First:
			v["first"]++
		case rules.Second:
			v["second"]++
		default:
			v["drawn"]++
		}
	}
	return v, nil
}

func (f lengths) table(done map[string]Values) Table {
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
		Plot: Plot{X: "length in plies", Y: "percent of the games"},
	}
	for i, g := range f.games {
		sum, counts := Values{}, map[int]float64{}
		for b := range f.batches() {
			for key, n := range done[batchID(i, b)] {
				if plies, ok := strings.CutPrefix(key, pliesPrefix); ok {
					k, _ := strconv.Atoi(plies)
					counts[k] += n
				}
				sum[key] += n
			}
		}
		n := sum["first"] + sum["second"] + sum["drawn"]
		if n == 0 {
			continue
		}
		share, low, high := match.Wilson(sum["first"], int(n))
		d := distributionOf(counts, n)
		spread := 1.96 * d.deviation / math.Sqrt(n)
		t.addRow(g.Variant(), n, 100*share, 100*low, 100*high, 100*sum["drawn"]/n, 100*sum["second"]/n,
			d.mean, d.mean-spread, d.mean+spread, d.deviation, d.shortest, d.median, d.longest)
		line := Line{Name: g.Variant()}
		for k := d.shortest; k <= d.longest; k++ {
			y := 100 * counts[k] / n
			line.Points = append(line.Points, Point{float64(k), y, y, y})
		}
		t.Plot.Lines = append(t.Plot.Lines, line)
	}
	return t
}

// distribution describes the lengths of games, in plies.
type distribution struct {
	mean, deviation           float64
	shortest, median, longest int
}

// distributionOf returns the distribution of n games. counts has the number of games by length.
func distributionOf(counts map[int]float64, n float64) distribution {
	d := distribution{shortest: math.MaxInt}
	squares := 0.0
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		c := counts[k]
		d.mean += float64(k) * c / n
		squares += float64(k) * float64(k) * c / n
		d.shortest, d.longest = min(d.shortest, k), max(d.longest, k)
	}
	d.deviation = math.Sqrt(max(0, squares-d.mean*d.mean))
	for k, below := d.shortest, 0.0; k <= d.longest; k++ {
		if below += counts[k]; 2*below >= n {
			d.median = k
			break
		}
	}
	return d
}
