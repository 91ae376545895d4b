package heuristic

import (
	"math/rand/v2"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// start returns the empty position of a board.
func start(tb testing.TB, variant string) *rules.Connect4Position {
	tb.Helper()
	game, err := rules.Parse("connect4:" + variant)
	if err != nil {
		tb.Fatal(err)
	}
	return game.Start().(*rules.Connect4Position)
}

// play returns the position after moves, in the notation of the game.
func play(tb testing.TB, variant, moves string) *rules.Connect4Position {
	tb.Helper()
	pos := start(tb, variant)
	for _, c := range moves {
		m, err := pos.ParseMove(string(c))
		if err != nil {
			tb.Fatal(err)
		}
		pos.Play(m)
	}
	return pos
}

// randomPosition returns a position after up to plies random moves, none of which ends the
// game.
func randomPosition(tb testing.TB, variant string, plies int, rng *rand.Rand) *rules.Connect4Position {
	tb.Helper()
	pos := start(tb, variant)
	for range plies {
		moves := pos.Moves(nil)
		pos.Play(moves[rng.IntN(len(moves))])
		if pos.Outcome().Over() {
			pos.Undo()
			break
		}
	}
	return pos
}

func engineOf(pos *rules.Connect4Position) *Engine {
	columns, rows, align := pos.Size()
	return New(columns, rows, align, 1<<20)
}

// unknown is the result of plain if the game does not end within its depth.
const unknown Score = 1

// plain is minimax by its definition, with the positions of package rules: no pruning, no
// ordering, no table. It returns a win or loss with its number of plies, 0 for a draw, or
// unknown.
func plain(pos *rules.Connect4Position, depth, ply int) Score {
	if pos.Outcome().Winner() != rules.NoSide {
		return Score(ply) - Win
	}
	if pos.Outcome().Over() {
		return 0
	}
	if depth == 0 {
		return unknown
	}
	best, open := -infinity, false
	for _, m := range pos.Moves(nil) {
		pos.Play(m)
		score := plain(pos, depth-1, ply+1)
		pos.Undo()
		if score == unknown {
			open = true
			continue
		}
		best = max(best, -score)
	}
	if open && best < certain {
		return unknown
	}
	return best
}

// certainScore returns the score if it is a certain win or loss of at most depth plies,
// or if the search has reached the end of the game. Otherwise it returns unknown.
func certainScore(score Score, depth, empty int) Score {
	plies, mate := score.Mate()
	if depth >= empty || mate && max(plies, -plies) <= depth {
		return score
	}
	return unknown
}

// TestEqualsPlainMinimax checks that the search finds exactly the wins and losses that
// plain minimax finds, for every move.
func TestEqualsPlainMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	certainties := 0
	for _, test := range []struct {
		variant          string
		positions, depth int
	}{
		{"4x4:4", 600, 7},
		{"4x4:3", 600, 7},
		{"5x4:4", 600, 6},
		{"6x5:3", 500, 5},
		{"7x6:4", 600, 5},
		{"5x6:5", 300, 5},
		{"8x8:4", 300, 4},
		{"12x9:5", 150, 4},
		{"15x15:5", 100, 3},
		{"15x4:3", 100, 3},
	} {
		t.Run(test.variant, func(t *testing.T) {
			e := engineOf(start(t, test.variant))
			columns, rows, _ := start(t, test.variant).Size()
			for range test.positions {
				pos := randomPosition(t, test.variant, rng.IntN(columns*rows), rng)
				empty := columns*rows - pos.Ply()
				res := e.Search(pos, Limits{Depth: test.depth, All: true})
				for _, m := range res.Moves {
					pos.Play(m.Move)
					want := plain(pos, res.Depth-1, 1)
					pos.Undo()
					if want != unknown {
						want = -want
						certainties++
					}
					if got := certainScore(m.Score, res.Depth, empty); got != want {
						t.Fatalf("%v, %d plies deep: move %d is worth %d, plain minimax says %d",
							movesOf(pos), res.Depth, m.Move, got, want)
					}
					if want != unknown && (m.Low != want || m.High != want) {
						t.Fatalf("%v: move %d is worth %d to %d, plain minimax says %d", movesOf(pos), m.Move, m.Low, m.High, want)
					}
				}
			}
		})
	}
	if certainties < 5000 {
		t.Errorf("only %d certain results compared", certainties)
	}
}

// movesOf returns the moves that led to a position.
func movesOf(pos *rules.Connect4Position) string {
	text, p := "", pos.Clone().(*rules.Connect4Position)
	for p.Ply() > 0 {
		before := heights(p)
		p.Undo()
		for c, h := range heights(p) {
			if h != before[c] {
				text = p.FormatMove(rules.Move(c)) + text
			}
		}
	}
	return text
}

func heights(pos *rules.Connect4Position) (h [maxSide]int) {
	columns, _, _ := pos.Size()
	for c := range columns {
		h[c] = pos.Height(c)
	}
	return h
}
