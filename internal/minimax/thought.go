package minimax

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// This file explains the choice of a level: the moves that the level compared, and the line that
// it expects.

// Compared is a move that the level compared with others, and its score.
type Compared struct {
	Move    rules.Move
	Score   Score // for the side that plays the move; the level chose by this score
	Bounded bool  // Score is only an upper bound: the search stopped when it knew that another move is better

	// Missed is the score of the certain win or loss that the search found after the move and the
	// level overlooked. 0: the level overlooked nothing.
	Missed Score
}

// comparedMoves returns the moves with their scores in the last finished iteration, the best first.
func (s *search) comparedMoves() []Compared {
	moves := make([]Compared, len(s.root))
	for i, r := range s.root {
		moves[i] = Compared{Move: r.move, Score: r.score, Bounded: r.bounded, Missed: r.missed}
		if r.lowered {
			moves[i].Score++
		}
	}
	return sortCompared(moves)
}

// comparedByEngine returns the moves of a search by package heuristic, the best first.
func comparedByEngine(r heuristic.Result) []Compared {
	moves := make([]Compared, len(r.Moves))
	for i, m := range r.Moves {
		moves[i] = Compared{Move: m.Move, Score: m.Score, Bounded: m.Bounded}
	}
	return sortCompared(moves)
}

// comparedBySolver returns the moves whose values the exact solver knows, exactly or as a useful
// bound, the best first.
func comparedBySolver(a Analysis) (moves []Compared) {
	for _, m := range a.Moves {
		switch v := m.Value; {
		case v.Exact() || v.Low > 0:
			moves = append(moves, Compared{Move: m.Move, Score: v.Low})
		case v.High <= a.Value.Low:
			moves = append(moves, Compared{Move: m.Move, Score: v.High, Bounded: true})
		}
	}
	return sortCompared(moves)
}

func sortCompared(moves []Compared) []Compared {
	rank := map[bool]int{true: 1} // of equal scores, a bound comes last
	slices.SortStableFunc(moves, func(a, b Compared) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), rank[a.Bounded]-rank[b.Bounded])
	})
	return moves
}

// Line returns the moves that the level expects in pos, beginning with its choice c: at most limit
// moves, and no further ahead than the search for c looked. The line is shorter if the budget is
// spent. If ctx ends, Line returns the error of ctx.
func (e *Engine) Line(
	ctx context.Context, level Level, pos rules.Position, c Choice, limit int, budget time.Duration,
) ([]rules.Move, error) {
	pos = pos.Clone()
	limits, side := newLimits(ctx, budget), pos.Turn()
	line := []rules.Move{c.Move}
	depth := c.Depth
	for _, m := range c.Moves {
		if m.Move == c.Move && m.Missed != 0 {
			depth = level.NoticeDepth // the level did not see what comes later
		}
	}
	for pos.Play(c.Move); len(line) < limit && !pos.Outcome().Over(); pos.Play(line[len(line)-1]) {
		var m rules.Move
		err := limits.check()
		if err == nil && c.Depth == 0 {
			m, err = e.expectedMoveBySolver(&limits, pos)
		} else if err == nil {
			m, err = e.expectedMove(&limits, level, side, pos, depth-len(line))
		}
		if err == errBudget {
			break
		} else if err != nil {
			return nil, err
		}
		line = append(line, m)
	}
	return line, nil
}

// expectedMove returns the move that a level that plays side expects in pos. left is the number of plies that its search has
// looked ahead from pos. If the level expects no move, the error is errBudget.
func (e *Engine) expectedMove(limits *limits, level Level, side rules.Side, pos rules.Position, left int) (rules.Move, error) {
	if left <= 0 {
		return 0, errBudget
	}
	if p, ok := pos.(*rules.Connect4Position); ok && level.Depth <= 0 {
		m, known := e.boards.of(boardOf(p)).engine().TableMove(p)
		if !known {
			return 0, errBudget
		}
		return m, nil
	}
	pos = pos.Clone()
	s := newSearch(pos, level.evaluator(pos, side), *limits)
	for depth := 1; depth <= left; depth++ {
		if err := s.iterate(depth); err != nil {
			return 0, err
		}
		if s.isFinal() {
			break
		}
	}
	return s.best[0], nil
}

// expectedMoveBySolver returns one of the best moves of pos by the exact solver.
func (e *Engine) expectedMoveBySolver(limits *limits, pos rules.Position) (rules.Move, error) {
	first := rand.New(rand.NewPCG(0, 0)) // the same line every time
	a, err := e.solverOf(pos).solve(limits, pos, solveRequest{oneBest: first})
	if err != nil {
		return 0, err
	}
	return a.Best()[0], nil
}
