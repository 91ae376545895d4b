package minimax

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// plain is minimax by its definition, without pruning, ordering, deepening or limits. The
// search must give the same scores.
func plain(pos rules.Position, eval evaluator, depth, ply int, nodes *int) Score {
	*nodes++
	if winner := pos.Outcome().Winner(); winner != rules.NoSide {
		if winner == pos.Turn() {
			return Win - Score(ply)
		}
		return -Win + Score(ply)
	}
	if pos.Outcome().Over() {
		return 0
	}
	if depth == 0 {
		return eval()
	}
	best := -infinity
	for _, m := range pos.Moves(nil) {
		pos.Play(m)
		best = max(best, -plain(pos, eval, depth-1, ply+1, nodes))
		pos.Undo()
	}
	return best
}

// plainBest returns the best score and all moves that reach it, sorted.
func plainBest(pos rules.Position, eval evaluator, depth int, nodes *int) (Score, []rules.Move) {
	best, moves := -infinity, []rules.Move(nil)
	for _, m := range pos.Moves(nil) {
		pos.Play(m)
		score := -plain(pos, eval, depth-1, 1, nodes)
		pos.Undo()
		if score > best {
			best, moves = score, nil
		}
		if score == best {
			moves = append(moves, m)
		}
	}
	slices.Sort(moves)
	return best, moves
}

// randomPosition returns a position after up to plies random moves, none of which ends the
// game.
func randomPosition(g rules.Game, plies int, rng *rand.Rand) rules.Position {
	pos := g.Start()
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

// TestEqualsPlain compares the value and the set of best moves with plain minimax on
// random positions, at each depth of the iterative search.
func TestEqualsPlain(t *testing.T) {
	compared, ties := 0, 0
	for _, test := range []struct {
		variant                 string
		plies, positions, depth int
	}{
		{"connect4:4x4:4", 16, 1000, 5},
		{"connect4:4x4:3", 16, 500, 5},
		{"connect4:5x4:3", 20, 500, 5},
		{"connect4:5x5:5", 25, 500, 4},
		{"connect4:7x6:4", 42, 200, 4},
		{"connect4:9x8:4", 72, 50, 3}, // a Bitboard of more than one word
		{"tictactoe", 9, 100, 6},
		{"force3", 60, 200, 3}, // long enough to repeat positions
		{"force3:fair", 4, 20, 3},
		{"force3:placed", 60, 200, 4},
		{"force3:report", 60, 200, 3},
	} {
		g, rng := game(t, test.variant), rand.New(rand.NewPCG(7, 11))
		for range test.positions {
			pos := randomPosition(g, rng.IntN(test.plies), rng)
			s := newSearch(pos.Clone(), nil, newLimits(t.Context(), unlimitedBudget))
			s.eval = EvaluationAI.evaluatorFor(s.pos)
			for depth := 1; depth <= test.depth; depth++ {
				if err := s.iterate(depth); err != nil {
					t.Fatal(err)
				}
				nodes := 0
				score, best := plainBest(pos, EvaluationAI.evaluatorFor(pos), depth, &nodes)
				found := slices.Sorted(slices.Values(s.best))
				if s.score != score || !slices.Equal(found, best) {
					t.Fatalf("%s depth %d: score %d with %v, want %d with %v\n%v",
						test.variant, depth, s.score, found, score, best, pos)
				}
				compared++
				if len(best) > 1 {
					ties++
				}
			}
		}
	}
	t.Logf("%d searches agree, %d of them with several best moves", compared, ties)
	if ties < 1000 {
		t.Errorf("only %d searches with several best moves", ties)
	}
}

// TestEarlyEndIsFinal compares the result of a search that stops before its depth with
// plain minimax at that depth.
func TestEarlyEndIsFinal(t *testing.T) {
	g, rng, early := game(t, "connect4:4x4:3"), rand.New(rand.NewPCG(3, 5)), 0
	for range 300 {
		pos := randomPosition(g, 4+rng.IntN(12), rng)
		s := newSearch(pos.Clone(), zeroEvaluator, newLimits(t.Context(), unlimitedBudget))
		const last = 8
		for depth := 1; depth <= last; depth++ {
			if err := s.iterate(depth); err != nil {
				t.Fatal(err)
			}
			if s.isFinal() {
				break
			}
		}
		if s.depth == last || len(s.root) == 1 {
			continue
		}
		early++
		nodes := 0
		score, best := plainBest(pos, zeroEvaluator, last, &nodes)
		if found := slices.Sorted(slices.Values(s.best)); s.score != score || !slices.Equal(found, best) {
			t.Fatalf("stopped at depth %d with score %d, %v; depth %d has %d, %v",
				s.depth, s.score, found, last, score, best)
		}
	}
	if early < 100 {
		t.Errorf("only %d searches stopped early", early)
	}
}
