package match_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

var (
	tableGames   = flag.Int("games", 0, "play `N` games between each two neighbouring levels and print docs/teach/levels.md's table")
	tableVariant = flag.String("variant", "connect4:7x6:4", "the game of -games")
	tableFrom    = flag.Int("from", 1, "the first level of -games, counted from 0, against the one below")
	tableOpening = flag.Int("opening", 0, "number of random turns that begin the games of -games")
	tableErrors  = flag.Duration("errors", 0, "with -games, judge each move by exact values; the solver has this time for a position")
	tableSeed    = flag.Uint64("seed", 1, "the seed of -games")
	tableTo      = flag.Int("to", 6, "the last level of -games")
)

func level(t *testing.T, name string) minimax.Level {
	t.Helper()
	l, err := minimax.ParseLevel(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func game(t *testing.T, variant string) rules.Game {
	t.Helper()
	g, err := rules.Parse(variant)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// errorCount counts the moves of a level that exact values judge. A wrong move gives away a win or a
// draw. A slow one keeps the outcome, but not the soonest win or the latest loss.
type errorCount struct{ judged, wrong, slow int }

// watched is a level that plays as a program. told learns of each of its moves.
type watched struct {
	engine *minimax.Engine
	level  minimax.Level
	rng    *rand.Rand
	told   func(ctx context.Context, pos rules.Position, m rules.Move) error
}

func (w *watched) Move(ctx context.Context, _ rules.Game, pos rules.Position, _ []string) (rules.Move, error) {
	c, err := w.engine.Choose(ctx, w.level, pos, w.rng)
	if err == nil {
		err = w.told(ctx, pos, c.Move)
	}
	return c.Move, err
}

// judged returns a level whose errors are counted. e has the given time to find the exact values of a position. A move is not
// judged if the exact value of it or of the best move is unknown.
func judged(e *minimax.Engine, l minimax.Level, budget time.Duration, count *errorCount) *watched {
	return &watched{e, l, rand.New(rand.NewPCG(*tableSeed, 0)), func(ctx context.Context, pos rules.Position, m rules.Move) error {
		a, err := e.Analyse(ctx, pos, budget, nil)
		for _, v := range a.Moves {
			if v.Move != m || !v.Value.Exact() || !a.Value.Exact() {
				continue
			}
			count.judged++
			switch got, best := v.Value.Low, a.Value.Low; {
			case cmp.Compare(got, 0) != cmp.Compare(best, 0):
				count.wrong++
			case got != best:
				count.slow++
			}
		}
		return err
	}}
}

func points(t match.Tally) (share, low, high float64) {
	return match.Wilson(float64(t.Wins)+float64(t.Draws)/2, t.Games())
}

// TestTable plays the matches that -games asks for.
func TestTable(t *testing.T) {
	if *tableGames == 0 {
		t.Skip("matches take minutes; ask for them with -games")
	}
	e, g, levels := minimax.NewEngine(minimax.DefaultTableBytes), game(t, *tableVariant), minimax.Levels()
	for i := max(1, *tableFrom); i <= min(*tableTo, len(levels)-1); i++ {
		start := time.Now()
		c := match.Config{Game: g, A: levels[i], B: levels[i-1], Games: *tableGames, Seed: *tableSeed, Opening: *tableOpening}
		var counts [2]errorCount
		if *tableErrors > 0 {
			c.Programs = [2]match.Program{judged(e, c.A, *tableErrors, &counts[0]), judged(e, c.B, *tableErrors, &counts[1])}
		}
		tally, err := match.Play(t.Context(), e, c)
		if err != nil {
			t.Fatal(err)
		}
		points, low, high := points(tally)
		won, _, _ := match.Wilson(float64(tally.Wins), tally.Games())
		fmt.Printf("| %s | %s | %s | %d | %d | %d | %.1f %% (%.0f to %.0f) | %.1f %% | %v\n", *tableVariant, levels[i].Name, levels[i-1].Name,
			tally.Wins, tally.Draws, tally.Losses, 100*points, 100*low, 100*high, 100*won, time.Since(start).Round(time.Second))
		if *tableErrors > 0 {
			report := func(name string, m match.Moves, n errorCount) {
				rate, low, high := match.Wilson(float64(n.wrong), n.judged)
				fmt.Printf("|   %s | %d moves, %d judged | %.1f %% wrong (%.1f to %.1f) | %.1f %% slow |\n", name, m.Played, n.judged,
					100*rate, 100*low, 100*high, 100*float64(n.slow)/float64(max(1, n.judged)))
			}
			report(c.A.Name, tally.Moves[0], counts[0])
			report(c.B.Name, tally.Moves[1], counts[1])
		}
	}
}

// TestLevels checks that on 7x6 each level gets at least 60 % of the points against the next
// weaker level. The strength of expert and perfect depends on the machine, so only TestTable
// plays them.
func TestLevels(t *testing.T) {
	e, levels := minimax.NewEngine(minimax.DefaultTableBytes), minimax.Levels()
	for i, games := range []int{1: 100, 2: 100, 3: 100, 4: 100, 5: 30} {
		if i == 0 {
			continue
		}
		a, b := levels[i], levels[i-1]
		a.Budget, b.Budget = time.Hour, time.Hour
		tally, err := match.Play(t.Context(), e, match.Config{Game: game(t, "connect4:7x6:4"), A: a, B: b, Games: games, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		points, low, high := points(tally)
		t.Logf("%s has %.2f of the points against %s (%.2f to %.2f)", a.Name, points, b.Name, low, high)
		if points < 0.6 {
			t.Errorf("%s has only %.2f of the points against %s", a.Name, points, b.Name)
		}
	}
}

// TestCasualPlayers checks against whom a person of each care wins how often on 7x6: the share of the games won, in percent. Who
// only takes and stops wins with the next disc wins about half of the games at easy. docs/teach/levels.md has more games. The bounds
// are four standard deviations away from those.
func TestCasualPlayers(t *testing.T) {
	e := minimax.NewEngine(minimax.DefaultTableBytes)
	for _, test := range []struct {
		person, level string
		least, most   float64
	}{
		{"random", "very-easy", 8, 30},
		{"newcomer", "very-easy", 66, 90},
		{"newcomer", "easy", 38, 60},
		{"newcomer", "normal", 0.5, 16},
		{"custom:depth=2,centre=1", "easy", 66, 90},
		{"custom:depth=2,centre=1", "normal", 32, 54},
		{"custom:depth=2,centre=1", "difficult", 2, 22},
	} {
		a, err := match.ParsePlayer(test.person)
		if err != nil {
			t.Fatal(err)
		}
		b, err := match.ParsePlayer(test.level)
		if err != nil {
			t.Fatal(err)
		}
		tally, err := match.Play(t.Context(), e, match.Config{Game: game(t, "connect4:7x6:4"), A: a, B: b, Games: 300, Seed: 4})
		if err != nil {
			t.Fatal(err)
		}
		won := 100 * float64(tally.Wins) / float64(tally.Games())
		t.Logf("%s wins %.0f %% of the games against %s", test.person, won, test.level)
		if won < test.least || won > test.most {
			t.Errorf("%s wins %.1f %% of the games against %s, want %v to %v", test.person, won, test.level, test.least, test.most)
		}
	}
}

// TestPlay checks that a match has the right number of games, that it is reproducible,
// and that the stronger level wins it.
func TestPlay(t *testing.T) {
	e := minimax.NewEngine(minimax.DefaultTableBytes)
	c := match.Config{
		Game: game(t, "tictactoe"), A: level(t, "strong"), B: level(t, "very-easy"), Games: 40, Seed: 7,
	}
	tally, err := match.Play(t.Context(), e, c)
	if err != nil || tally.Games() != 40 {
		t.Fatalf("%+v, %v", tally, err)
	}
	if tally.Losses > 0 || tally.Wins < 20 {
		t.Errorf("%+v", tally)
	}
	if m := tally.Moves[1]; m.MeanDepth() != 1 || m.Nodes < 2*m.Played || m.MS <= 0 {
		t.Errorf("effort of very-easy: %+v", m)
	}
	if tally.Moves[0].MeanDepth() <= 1 || tally.Moves[0].Nodes <= tally.Moves[1].Nodes {
		t.Errorf("effort of strong: %+v", tally.Moves[0])
	}
	again, err := match.Play(t.Context(), e, c)
	for _, m := range []*match.Moves{&tally.Moves[0], &tally.Moves[1], &again.Moves[0], &again.Moves[1]} {
		m.MS = 0
	}
	if err != nil || again != tally {
		t.Errorf("the same seed gave %+v, then %+v, %v", tally, again, err)
	}
	var counts [2]errorCount
	c.Programs = [2]match.Program{judged(e, c.A, time.Hour, &counts[0]), judged(e, c.B, time.Hour, &counts[1])}
	tally, err = match.Play(t.Context(), e, c)
	if a, b := counts[0], counts[1]; err != nil || a.wrong > 0 || b.wrong < 20 || a.judged != tally.Moves[0].Played || b.judged != tally.Moves[1].Played {
		t.Errorf("wrong counts of moves: %+v and %+v, %+v, %v", tally.Moves[0], tally.Moves[1], counts, err)
	}
}

// A level with first=1 plays the same game against itself, move by move, whatever the seed. Without first=1 it does not.
func TestFirstRepeatsAGame(t *testing.T) {
	e := minimax.NewEngine(minimax.DefaultTableBytes)
	for _, variant := range []string{"connect4:7x6:4", "tictactoe"} {
		for name, repeats := range map[string]bool{"custom:depth=3,open3=9,open2=2,margin=20,first=1": true, "custom:depth=3,open3=9,open2=2,margin=20": false} {
			var games [2][]rules.Move
			for i := range games {
				l := level(t, name)
				l.Budget = time.Hour
				w := &watched{e, l, rand.New(rand.NewPCG(uint64(i), 0)), func(_ context.Context, _ rules.Position, m rules.Move) error {
					games[i] = append(games[i], m)
					return nil
				}}
				c := match.Config{Game: game(t, variant), Games: 1, Programs: [2]match.Program{w, w}}
				if _, err := match.Play(t.Context(), e, c); err != nil {
					t.Fatal(err)
				}
			}
			if len(games[0]) < 5 || slices.Equal(games[0], games[1]) != repeats {
				t.Errorf("%s, %s: %v, then %v", variant, name, games[0], games[1])
			}
		}
	}
}

func TestPlayCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e, games := minimax.NewEngine(minimax.DefaultTableBytes), 0
	w := &watched{e, level(t, "easy"), rand.New(rand.NewPCG(1, 0)), func(_ context.Context, pos rules.Position, _ rules.Move) error {
		if pos.Ply() < 2 {
			games++
		}
		if games > 3 {
			cancel()
		}
		return ctx.Err()
	}}
	c := match.Config{Game: game(t, "tictactoe"), B: w.level, Games: 100, Programs: [2]match.Program{w}}
	tally, err := match.Play(ctx, e, c)
	if err == nil || tally.Games() != 3 {
		t.Errorf("%+v, %v", tally, err)
	}
}

// TestWilson compares Wilson with known values: closed forms for 0 and n successes, and a
// symmetric interval for one half.
func TestWilson(t *testing.T) {
	const z2 = 1.959964 * 1.959964
	for _, test := range []struct {
		successes float64
		n         int
		low, high float64
	}{
		{0, 10, 0, z2 / (10 + z2)},
		{10, 10, 10 / (10 + z2), 1},
		{50, 100, 0.40383, 0.59617},
		{0, 0, 0, 1},
	} {
		_, low, high := match.Wilson(test.successes, test.n)
		if math.Abs(low-test.low) > 1e-4 || math.Abs(high-test.high) > 1e-4 {
			t.Errorf("%v of %d: %.5f to %.5f, want %.5f to %.5f", test.successes, test.n, low, high, test.low, test.high)
		}
	}
}
