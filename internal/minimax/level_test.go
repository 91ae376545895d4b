package minimax

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// unlimitedBudget is a budget that no test uses up.
const unlimitedBudget = time.Hour

// engine is the Engine of all tests. A process also has one Engine for all searches.
var engine = NewEngine(DefaultTableBytes)

func game(tb testing.TB, variant string) rules.Game {
	tb.Helper()
	g, err := rules.Parse(variant)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func replay(tb testing.TB, variant, moves string) rules.Position {
	tb.Helper()
	g := game(tb, variant)
	pos := g.Start()
	if err := rules.Replay(pos, rules.SplitMoves(g, moves)); err != nil {
		tb.Fatal(err)
	}
	return pos
}

// withoutTimeLimit returns a copy of a level that searches to a fixed depth on any machine and
// overlooks nothing. A level without a depth gets one.
func withoutTimeLimit(l Level) Level {
	l = Level{Name: l.Name, Depth: l.Depth, Budget: unlimitedBudget}
	if l.Depth == 0 {
		l.Depth = 9
	}
	return l
}

func TestParseLevel(t *testing.T) {
	for _, l := range Levels() {
		if got, err := ParseLevel(l.Name); got != l || err != nil {
			t.Errorf("ParseLevel(%q) = %v, %v", l.Name, got, err)
		}
		if l.Budget <= 0 || l.Depth < 0 || l.Depth > maxDepth {
			t.Errorf("level %v has no budget or an invalid depth", l)
		}
	}
	for _, name := range []string{"", "Easy", "easy ", "best"} {
		_, err := ParseLevel(name)
		if err == nil {
			t.Fatalf("there is a level %q", name)
		}
		for _, l := range Levels() {
			if !strings.Contains(err.Error(), l.Name) {
				t.Errorf("%q does not name %s", err, l.Name)
			}
		}
	}
	Levels()[0].Name = "changed"
	if Levels()[0].Name != "random" {
		t.Error("a caller can change the levels")
	}
}

func TestTactics(t *testing.T) {
	for _, test := range []struct {
		what, variant, moves, want string
		depth                      int // the least depth that finds the move
	}{
		{"wins upwards", "connect4:7x6:4", "121212", "1", 1},
		{"wins along", "connect4:7x6:4", "112233", "4", 1},
		{"wins rather than blocks", "connect4:7x6:4", "1212127", "2", 1},
		{"wins at once on a large board", "connect4:15x15:5", "afafafaf", "a", 1},
		{"blocks upwards", "connect4:7x6:4", "71727", "7", 2},
		{"blocks on a large board", "connect4:15x15:5", "afafaf1f", "f", 2},
		{"blocks along", "connect4:7x6:4", "11273", "4", 2},
	} {
		pos := replay(t, test.variant, test.moves)
		for _, l := range Levels() {
			l = withoutTimeLimit(l)
			if l.Depth < test.depth {
				continue
			}
			if test.variant == "connect4:15x15:5" {
				l.Depth = min(l.Depth, 4)
			}
			for seed := range uint64(5) {
				c, err := engine.Choose(t.Context(), l, pos, rand.New(rand.NewPCG(seed, 0)))
				if err != nil || pos.FormatMove(c.Move) != test.want {
					t.Errorf("%s: %s plays %s (%v), want %s", test.what, l.Name, pos.FormatMove(c.Move), err, test.want)
				}
			}
		}
	}
}

// TestMateDistance checks that the level wins in n plies after it found a win in n plies, and
// that a lost game lasts as long as possible.
func TestMateDistance(t *testing.T) {
	for _, test := range []struct {
		variant        string
		plies, depth   int
		games, atLeast int
	}{
		{"connect4:5x5:4", 10, 9, 300, 20},
		{"tictactoe", 4, 9, 50, 10},
		{"force3", 6, 5, 100, 20},
		{"force3:placed", 8, 7, 200, 20},
		{"force3:report", 6, 5, 100, 10},
	} {
		t.Run(test.variant, func(t *testing.T) {
			level := Level{Depth: test.depth, Budget: unlimitedBudget}
			if mates := playMates(t, game(t, test.variant), test.plies, test.games, level); mates < test.atLeast {
				t.Errorf("only %d certain ends", mates)
			}
		})
	}
}

// playMates searches random positions. If the end is certain, it plays the game to its end. It
// returns the number of such games.
func playMates(t *testing.T, g rules.Game, plies, games int, level Level) (mates int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 3))
	for range games {
		pos := randomPosition(g, plies, rng)
		c, err := engine.Choose(t.Context(), level, pos, rng)
		if err != nil {
			t.Fatal(err)
		}
		plies, certain := c.Score.Mate()
		if !certain || c.Depth == 1 {
			continue
		}
		mates++
		for left := plies; ; {
			pos.Play(c.Move)
			if left > 0 {
				left = -(left - 1)
			} else {
				left = -(left + 1)
			}
			if left == 0 {
				break
			}
			if c, err = engine.Choose(t.Context(), level, pos, rng); err != nil {
				t.Fatal(err)
			}
			// If only one move is legal, Choose plays it without a deep search.
			if now, _ := c.Score.Mate(); now != left && len(pos.Moves(nil)) > 1 {
				t.Fatalf("the end was %d plies away, is now %d plies away, want %d", plies, now, left)
			}
		}
		if !pos.Outcome().Over() || pos.Outcome().Winner() == rules.NoSide {
			t.Fatalf("no win after %d plies", plies)
		}
	}
	return mates
}

// TestLevelsPlayLegalGames checks that every level plays every game to its end with legal
// moves, and that Choose does not change its position.
func TestLevelsPlayLegalGames(t *testing.T) {
	for _, variant := range []string{
		"connect4:4x4:3", "connect4:7x6:4", "connect4:15x15:5",
		"tictactoe", "force3", "force3:fair", "force3:placed", "force3:placed:fair", "force3:report",
	} {
		for _, l := range Levels() {
			l = withoutTimeLimit(l)
			l.Depth = min(l.Depth, 4)
			if variant == "connect4:15x15:5" {
				l.Depth = min(l.Depth, 2)
			}
			rng, pos := rand.New(rand.NewPCG(8, 9)), game(t, variant).Start()
			for !pos.Outcome().Over() {
				legal := pos.Moves(nil)
				c, err := engine.Choose(t.Context(), l, pos, rng)
				if err != nil || !slices.Contains(legal, c.Move) || !slices.Equal(pos.Moves(nil), legal) {
					t.Fatalf("%s %s: chose %v of %v, %v", variant, l.Name, c.Move, legal, err)
				}
				pos.Play(c.Move)
			}
		}
	}
}

// TestBestMovesAreEquallyLikely checks that Choose plays each of several best moves about
// equally often.
func TestBestMovesAreEquallyLikely(t *testing.T) {
	pos := replay(t, "connect4:7x6:4", "43443444") // any position with several best moves
	level := Level{Depth: 3, Budget: unlimitedBudget}
	nodes := 0
	_, best := plainBest(pos.Clone(), zeroEvaluator, level.Depth, &nodes)
	if len(best) < 3 {
		t.Fatalf("only %v are best, want more moves", best)
	}
	const games = 2000
	rng, count := rand.New(rand.NewPCG(5, 6)), map[rules.Move]int{}
	for range games {
		c, err := level.choose(t.Context(), pos.Clone(), zeroEvaluator, rng)
		if err != nil {
			t.Fatal(err)
		}
		count[c.Move]++
	}
	for m, n := range count {
		// This allows more than five standard deviations, for up to 7 moves.
		if share := games / len(best); n < share*2/3 || n > share*4/3 {
			t.Errorf("move %v was chosen %d times of %d; %d moves are equally good", m, n, games, len(best))
		}
		if !slices.Contains(best, m) {
			t.Errorf("move %v is not among the best, %v", m, best)
		}
	}
	if len(count) != len(best) {
		t.Errorf("chose %v, best are %v", count, best)
	}
}

// The level random plays each legal move equally often, even where one of them wins at once. A fair draw exceeds the bound
// of chi-square, with six degrees of freedom, once in two million times.
func TestRandomIsUniform(t *testing.T) {
	level, err := ParseLevel("random")
	if err != nil {
		t.Fatal(err)
	}
	const columns, expected, bound = 7, 1000, 40
	pos, rng, count := replay(t, "connect4:7x6:4", "414141"), rand.New(rand.NewPCG(7, 9)), [columns]int{}
	for range columns * expected {
		c, err := engine.Choose(t.Context(), level, pos, rng)
		if err != nil {
			t.Fatal(err)
		}
		count[c.Move]++
	}
	chiSquare := 0.0
	for _, n := range count {
		chiSquare += float64((n-expected)*(n-expected)) / expected
	}
	if chiSquare > bound {
		t.Errorf("columns were chosen %v times, chi-square %.1f", count, chiSquare)
	}
}

func TestChooseLeavesPosition(t *testing.T) {
	pos := replay(t, "connect4:7x6:4", "445")
	before := *pos.(*rules.Connect4Position)
	c, err := engine.Choose(t.Context(), withoutTimeLimit(levels[4]), pos, rand.New(rand.NewPCG(1, 1)))
	if err != nil || c.Depth != 4 || c.Nodes < 7 {
		t.Errorf("%+v, %v", c, err)
	}
	after := *pos.(*rules.Connect4Position)
	if *after.Discs(rules.First) != *before.Discs(rules.First) || after.Ply() != 3 || after.Outcome().Over() {
		t.Error("Choose changed the position")
	}
}

func TestChooseOver(t *testing.T) {
	_, err := engine.Choose(t.Context(), levels[1], replay(t, "connect4:7x6:4", "1212121"), rand.New(rand.NewPCG(1, 1)))
	if !errors.Is(err, ErrOver) {
		t.Error(err)
	}
}

func TestSingleMove(t *testing.T) {
	pos := replay(t, "connect4:4x4:4", "121221213434")
	for len(pos.Moves(nil)) > 1 {
		pos.Play(pos.Moves(nil)[0])
	}
	c, err := engine.Choose(t.Context(), Level{Depth: 9, Budget: unlimitedBudget}, pos, rand.New(rand.NewPCG(1, 1)))
	if err != nil || c.Depth != 1 || c.Move != pos.Moves(nil)[0] {
		t.Errorf("%+v, %v", c, err)
	}
}

// slowEvaluator returns an evaluator that sleeps for each call, in a synctest bubble. The
// clock of a bubble only moves while all goroutines sleep, so budgets end exactly.
func slowEvaluator(eval evaluator, each time.Duration) evaluator {
	return func() Score {
		time.Sleep(each)
		return eval()
	}
}

// TestBudget checks that a level answers when its budget ends, at most checkInterval
// nodes late, with the result of a finished iteration.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const each = 100 * time.Microsecond
		for _, l := range []Level{{Budget: expertBudget}, {Budget: 100 * time.Millisecond}, {Depth: 7, Budget: 50 * time.Millisecond}} {
			pos, start := game(t, "connect4:15x15:4").Start(), time.Now()
			c, err := l.choose(t.Context(), pos, slowEvaluator(EvaluationAI.evaluatorFor(pos), each), rand.New(rand.NewPCG(1, 1)))
			if err != nil || c.Depth < 1 || c.Depth >= 7 {
				t.Errorf("%v: %+v, %v", l, c, err)
			}
			if took := time.Since(start); took < l.Budget || took > l.Budget+checkInterval*each {
				t.Errorf("%v took %v", l, took)
			}
		}
	})
}

// TestNoBudget checks that a level without time still finishes the first ply.
func TestNoBudget(t *testing.T) {
	for _, l := range []Level{{}, {Depth: 7}, {Depth: 7, Budget: -1}} {
		c, err := engine.Choose(t.Context(), l, game(t, "connect4:15x15:5").Start(), rand.New(rand.NewPCG(1, 1)))
		if err != nil || c.Depth != 1 || l.Depth > 0 && c.Move != 7 {
			t.Errorf("%v: %+v, %v", l, c, err)
		}
	}
}

// TestCallerDeadline checks that the end of the caller's deadline is an error, even if its
// timer fires late and even if the budget ended before.
func TestCallerDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		pos := game(t, "connect4:15x15:4").Start()
		c, err := levels[6].choose(ctx, pos, slowEvaluator(zeroEvaluator, time.Microsecond), rand.New(rand.NewPCG(1, 1)))
		if !errors.Is(err, context.DeadlineExceeded) || c.Depth != 0 || c.Moves != nil {
			t.Errorf("%+v, %v", c, err)
		}
	})
}
