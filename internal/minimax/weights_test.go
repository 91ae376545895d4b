package minimax

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/rules"
)

// plainWeightedPoints returns the points of a custom level by their definition in docs/teach/levels.md. It counts
// cell by cell and line by line. level is the side that the level plays.
func plainWeightedPoints(pos rules.Position, w custom.Weights, level rules.Side) int {
	columns, rows, align, at := plainBoard(pos)
	worth := func(s custom.Side, discs int) int {
		switch {
		case discs == 0:
			return 0
		case discs == align-1:
			return s.Open3
		case discs == align-2:
			return s.Open2
		case discs == align-3:
			return s.Open1
		default:
			return 0
		}
	}
	points := 0
	for c := range columns {
		for r := range rows {
			middle := c == columns/2 || c == (columns-1)/2
			if align == 3 && columns == 3 {
				middle = c == 1 && r == 1
			}
			switch {
			case middle && at(c, r) == level:
				points += w.Own.Centre
			case middle && at(c, r) == level.Other():
				points -= w.Their.Centre
			}
			for _, kind := range []struct{ right, up, factor int }{{1, 0, w.Rows}, {0, 1, w.Columns}, {1, 1, w.Diagonals}, {1, -1, w.Diagonals}} {
				endColumn, endRow := c+(align-1)*kind.right, r+(align-1)*kind.up
				if endColumn >= columns || endRow >= rows || endRow < 0 {
					continue
				}
				discs := map[rules.Side]int{}
				for i := range align {
					discs[at(c+i*kind.right, r+i*kind.up)]++
				}
				if discs[level.Other()] == 0 {
					points += kind.factor * worth(w.Own, discs[level])
				}
				if discs[level] == 0 {
					points -= kind.factor * worth(w.Their, discs[level.Other()])
				}
			}
		}
	}
	return points
}

// plainBoard returns the size of a board, the length of a line, and a function that returns the
// side that has a disc in a cell.
func plainBoard(pos rules.Position) (columns, rows, align int, at func(column, row int) rules.Side) {
	has := func(cell func(rules.Side) bool) rules.Side {
		for _, s := range []rules.Side{rules.First, rules.Second} {
			if cell(s) {
				return s
			}
		}
		return rules.NoSide
	}
	switch p := pos.(type) {
	case *rules.Connect4Position:
		columns, rows, align = p.Size()
		return columns, rows, align, func(c, r int) rules.Side {
			return has(func(s rules.Side) bool { return p.Discs(s).Has(c*(rows+1) + r) })
		}
	case *rules.TicTacToePosition:
		return 3, 3, 3, func(c, r int) rules.Side {
			return has(func(s rules.Side) bool { return p.Marks(s)>>(3*r+c)&1 != 0 })
		}
	case *rules.Force3Position:
		return 3, 3, 3, func(c, r int) rules.Side {
			return has(func(s rules.Side) bool { return p.Discs(s)>>(3*(2-r)+c)&1 != 0 })
		}
	}
	panic("no such game")
}

// randomWeights returns weights of which about a third are 0.
func randomWeights(rng *rand.Rand) custom.Weights {
	number := func(most int) int { return rng.IntN(3) * rng.IntN(most+1) / 2 }
	side := func() custom.Side {
		sign := func() int { return 1 - 2*rng.IntN(2) }
		return custom.Side{
			Open3: sign() * number(custom.MaxWeight), Open2: sign() * number(custom.MaxWeight),
			Open1: sign() * number(custom.MaxWeight), Centre: sign() * number(custom.MaxWeight),
		}
	}
	return custom.Weights{
		Own: side(), Their: side(),
		Rows: number(custom.MaxFactor), Columns: number(custom.MaxFactor), Diagonals: number(custom.MaxFactor),
	}
}

var weightedVariants = []string{
	"connect4:4x4:3", "connect4:7x6:4", "connect4:8x7:5", "connect4:9x7:4", "connect4:15x4:5", "connect4:15x15:4",
	"tictactoe", "force3", "force3:placed",
}

func TestWeightsEqualPlain(t *testing.T) {
	rng, zeros, all := rand.New(rand.NewPCG(1, 9)), 0, 0
	for _, variant := range weightedVariants {
		g := game(t, variant)
		for range 200 {
			pos, w := randomPosition(g, rng.IntN(60), rng), randomWeights(rng)
			level := pos.Turn()
			eval := weightsOf(&w).evaluator(pos, level)
			want := plainWeightedPoints(pos, w, level)
			if got := eval(); got != Score(want) {
				t.Fatalf("%s, weights %+v: %d points, want %d\n%v", variant, w, got, want, pos)
			}
			if all++; want == 0 {
				zeros++
			}
			// After a turn, the points still belong to the level, so the opponent's score is their
			// negative.
			if moves := pos.Moves(nil); len(moves) > 0 {
				pos.Play(moves[rng.IntN(len(moves))])
				if want = -plainWeightedPoints(pos, w, level); !pos.Outcome().Over() && eval() != Score(want) {
					t.Fatalf("%s, weights %+v, opponent to move: %d points, want %d\n%v", variant, w, eval(), want, pos)
				}
			}
		}
	}
	if zeros > all/4 {
		t.Errorf("%d of %d positions have no points", zeros, all)
	}
}

// A custom level must play one of the best moves that plain minimax finds with the level's weights.
func TestCustomLevelEqualsPlain(t *testing.T) {
	for variant, text := range map[string]string{
		"connect4:7x6:4": "custom:depth=4,open3=5,open2=2,their3=4,their2=0,centre=3,theircentre=0",
		"connect4:4x4:4": "custom:depth=5,open3=100,open2=10,open1=1",
		"connect4:9x8:4": "custom:depth=3,open3=100,open2=10,rows=0",
		"tictactoe":      "custom:depth=3,open3=100,open2=10,open1=1",
		"force3":         "custom:depth=2,open3=5,open2=2,their3=9,centre=3",
	} {
		level, err := ParseLevel(text)
		if err != nil {
			t.Fatal(err)
		}
		level.Budget = unlimitedBudget
		g, rng := game(t, variant), rand.New(rand.NewPCG(3, 7))
		for range 30 {
			pos, nodes := randomPosition(g, rng.IntN(14), rng), 0
			c, err := engine.Choose(t.Context(), level, pos, rng)
			if err != nil {
				t.Fatal(err)
			}
			score, best := plainBest(pos, level.weights.evaluator(pos, pos.Turn()), level.Depth, &nodes)
			if !slices.Contains(best, c.Move) || c.Score != score {
				t.Fatalf("%s, %s: plays %s with %d, want %d with one of %v\n%v", variant, text, pos.FormatMove(c.Move), c.Score, score, best, pos)
			}
		}
	}
}

// The margin of a custom level must let it choose worse moves, but never give away a win.
func TestCustomMargin(t *testing.T) {
	start := game(t, "connect4:7x6:4").Start()
	count := func(text, moves string) int {
		level, err := ParseLevel(text)
		if err != nil {
			t.Fatal(err)
		}
		pos := start
		if moves != "" {
			pos = replay(t, "connect4:7x6:4", moves)
		}
		chosen, rng := map[rules.Move]bool{}, rand.New(rand.NewPCG(1, 2))
		for range 60 {
			c, err := engine.Choose(t.Context(), level, pos, rng)
			if err != nil {
				t.Fatal(err)
			}
			chosen[c.Move] = true
		}
		return len(chosen)
	}
	for text, want := range map[string]int{
		"custom:depth=1,centre=3": 1, "custom:depth=1,centre=3,margin=3": 7, "custom:depth=1,centre=3,margin=2": 1,
	} {
		if got := count(text, ""); got != want {
			t.Errorf("%s begins with %d moves, want %d", text, got, want)
		}
	}
	if got := count("custom:depth=1,margin=999", "414141"); got != 1 {
		t.Errorf("a level that can win with one move chooses between %d", got)
	}
}

// A certain loss is outside every margin, however low the weights put the other moves. On a board
// of 15 by 15 their scores reach the lowest estimate.
func TestMarginSparesFromCertainLoss(t *testing.T) {
	moves := []rootMove{{move: 0, score: -MaxHeuristic}, {move: 1, score: 2 - Win}, {move: 2, score: -MaxHeuristic}}
	chosen, rng := map[rules.Move]bool{}, rand.New(rand.NewPCG(1, 2))
	for range 60 {
		chosen[Level{Margin: custom.MaxMargin}.pickMove(nil, moves, rng).Move] = true
	}
	if chosen[1] || len(chosen) != 2 {
		t.Errorf("the level chooses between %v", chosen)
	}
}

func TestParseCustomLevel(t *testing.T) {
	l, err := ParseLevel("custom:open3=5,depth=4,name=Ada")
	if err != nil || l.Name != "custom:depth=4,open3=5,name=Ada" || l.Depth != 4 || l.Budget != customBudget {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := ParseLevel("custom:depth=12"); err == nil {
		t.Error("depth 12 is accepted")
	}
}

// The jobs of custom levels of depth 4 wait in the quick lane, whatever the weights are. So such a
// level may not search many more positions than difficult, the strongest of the seven levels whose
// jobs wait there.
func TestQuickCustomLevelsAreCheap(t *testing.T) {
	nodes := func(name string) (sum int) {
		level, err := ParseLevel(name)
		if err != nil {
			t.Fatal(err)
		}
		level.Budget = unlimitedBudget
		rng := rand.New(rand.NewPCG(5, 5))
		for _, variant := range []string{"connect4:7x6:4", "connect4:15x15:5", "force3"} {
			for range 6 {
				c, err := engine.Choose(t.Context(), level, randomPosition(game(t, variant), rng.IntN(10), rng), rng)
				if err != nil {
					t.Fatal(err)
				}
				sum += c.Nodes
			}
		}
		return sum
	}
	difficult := nodes("difficult")
	for _, name := range []string{
		"custom:depth=4,margin=999", "custom:depth=4,open3=-999,open2=999,centre=-999,margin=999",
		"custom:depth=4,open3=100,open2=10,open1=1",
	} {
		if n := nodes(name); n > 3*difficult {
			t.Errorf("%s searches %d positions, difficult %d", name, n, difficult)
		} else {
			t.Logf("%s searches %.2f times as many positions as difficult", name, float64(n)/float64(difficult))
		}
	}
}

// With first=1 a level plays the first of the best moves in the order of the board, so that a game repeats.
func TestFirstOfEqualMoves(t *testing.T) {
	for _, c := range []struct{ variant, text, moves, want string }{
		{"tictactoe", "custom:depth=1,first=1", "", "a3"},
		{"tictactoe", "custom:depth=1,first=1", "a3 b3", "c3"},
		{"tictactoe", "custom:depth=9,first=1", "b2", "a3"},
		{"connect4:7x6:4", "custom:depth=2,first=1", "", "1"},
		{"connect4:7x6:4", "custom:depth=1,centre=3,first=1", "", "4"},
		{"connect4:6x5:4", "custom:depth=1,centre=3,first=1", "", "3"},
		{"connect4:7x6:4", "custom:depth=2,first=1", "121212", "1"},
	} {
		l, err := ParseLevel(c.text)
		if err != nil {
			t.Fatal(err)
		}
		pos := replay(t, c.variant, c.moves)
		for seed := range uint64(10) {
			choice, err := engine.Choose(t.Context(), l, pos, rand.New(rand.NewPCG(seed, 0)))
			if err != nil || pos.FormatMove(choice.Move) != c.want {
				t.Errorf("%s after %q: %s, %v, want %s", c.text, c.moves, pos.FormatMove(choice.Move), err, c.want)
			}
		}
	}
}
