// Package reference has the positions with which the exact solver is measured. They are
// Connect Four positions on 7x6 with their exact scores, in six kinds from nearly over to
// far from over. `aiworker bench -make` generates them at random, and solves them to find
// their scores and kinds. The same seed always gives the same positions.
//
// The kinds are those of Pascal Pons, "Solving Connect 4: how to build a perfect AI". The
// kind of a position depends on the number of discs on the board and on the number of discs
// still to be played if both sides play perfectly.
package reference

import (
	"context"
	"embed"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// Board is the board of all positions.
var Board = solver.Board{Columns: 7, Rows: 6, Align: 4}

// Kind describes a set of positions.
type Kind struct {
	Name               string
	Count              int // number of positions
	minDiscs, maxDiscs int // discs on the board
	minLeft, maxLeft   int // discs still to be played if both sides play perfectly
}

// Kinds returns the kinds, the easiest first.
func Kinds() []Kind {
	return []Kind{
		{"end-easy", 1000, 28, 41, 0, 13},
		{"middle-easy", 1000, 14, 27, 0, 13},
		{"middle-medium", 1000, 14, 27, 14, 27},
		{"begin-easy", 1000, 8, 13, 0, 13},
		{"begin-medium", 200, 8, 13, 14, 27},
		{"begin-hard", 60, 8, 13, 28, 42},
	}
}

// Empty is the kind with only the empty board. The first player wins with its last disc,
// as James Allen and Victor Allis showed in 1988.
var Empty = Kind{Name: "empty", Count: 1, maxLeft: 42}

// Position is a reference position.
type Position struct {
	solver.Position
	Moves string // the columns played, counted from 1
	Score int    // exact, in the convention of package solver
}

//go:embed data/*.txt
var files embed.FS

// Positions returns the positions of a kind, in a fixed order.
func Positions(k Kind) ([]Position, error) {
	if k == Empty {
		return []Position{{Moves: "-", Score: 1}}, nil
	}
	name := "data/" + k.Name + ".txt"
	text, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var all []Position
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var p Position
		if _, err := fmt.Sscan(line, &p.Moves, &p.Score); err != nil {
			return nil, fmt.Errorf("%s, line %q: %w", name, line, err)
		}
		for i := range len(p.Moves) {
			cell := drop(p.Position, int(p.Moves[i]-'1'))
			if cell == 0 {
				return nil, fmt.Errorf("%s, line %q: move %d cannot be played", name, line, i+1)
			}
			p.Position = play(p.Position, cell)
		}
		all = append(all, p)
	}
	return all, nil
}

// Generate generates the positions of a kind. The result depends only on the seed, not on
// the content of the solver's table. Generate calls progress for each position found. If
// ctx ends, Generate returns its error.
func Generate(ctx context.Context, k Kind, seed uint64, s *solver.Solver, progress func(found int)) ([]Position, error) {
	rng := rand.New(rand.NewPCG(seed, uint64(k.minDiscs)<<8|uint64(k.minLeft)))
	stop := func() bool { return ctx.Err() != nil }
	seen := map[solver.Position]bool{}
	all := make([]Position, 0, k.Count)
	for len(all) < k.Count {
		p, ok := randomPosition(rng, k.minDiscs+rng.IntN(k.maxDiscs-k.minDiscs+1))
		if !ok || seen[p.Position] {
			continue
		}
		seen[p.Position] = true
		// Testing whether a game ends soon is quick. Finding the score is slow, and only
		// needed if the position is of this kind.
		if endsWithin(s, p.Position, k.minLeft-1, stop) || !endsWithin(s, p.Position, k.maxLeft, stop) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			continue
		}
		if p.Score, ok = s.Solve(p.Position, -Board.Cells(), Board.Cells(), stop); !ok {
			return nil, ctx.Err()
		}
		all = append(all, p)
		progress(len(all))
	}
	return all, nil
}

// endsWithin reports whether the game from p, played perfectly by both sides, ends within
// maxDiscs more discs. The result is meaningless once stop has returned true.
func endsWithin(s *solver.Solver, p solver.Position, maxDiscs int, stop func() bool) bool {
	n := p.Discs()
	if maxDiscs < 0 || n+maxDiscs >= Board.Cells() {
		return maxDiscs >= 0
	}
	win, loss := 1, 1 // the smallest scores of an end within maxDiscs discs
	for remaining(n, win) > maxDiscs {
		win++
	}
	for remaining(n, -loss) > maxDiscs {
		loss++
	}
	if v, ok := s.Solve(p, win-1, win, stop); !ok || v >= win {
		return ok
	}
	v, ok := s.Solve(p, -loss, -loss+1, stop)
	return ok && v <= -loss
}

// randomPosition plays a number of random discs. ok is false if the game ends before.
func randomPosition(rng *rand.Rand, discs int) (p Position, ok bool) {
	var moves strings.Builder
	for range discs {
		column := rng.IntN(Board.Columns)
		cell := drop(p.Position, column)
		if cell == 0 || aligned(p.Own|cell) {
			return p, false
		}
		moves.WriteByte(byte('1' + column))
		p.Position = play(p.Position, cell)
	}
	p.Moves = moves.String()
	return p, p.Discs() < Board.Cells()
}

// remaining returns how many more discs are played from a position with n discs and this
// score, if both sides play perfectly.
func remaining(n, score int) int {
	cells := Board.Cells()
	// Find the winner's s-th last disc. With an even number of cells, the second player
	// plays the last disc of the game, and the first player the last disc but one.
	first := n%2 == 0 // the side to move is the first player
	switch {
	case score == 0:
		return cells - n
	case score < 0:
		first, score = !first, -score
	}
	last := cells - 2*(score-1)
	if first == (cells%2 == 0) {
		last--
	}
	return last - n
}

const stride = 7 // bits from one column to the next

// drop returns the cell where a disc lands, or 0 if the column is full or does not exist.
func drop(p solver.Position, column int) uint64 {
	if column < 0 || column >= Board.Columns {
		return 0
	}
	low := uint64(1) << (column * stride)
	return (p.Mask + low) & (low<<Board.Rows - low)
}

func play(p solver.Position, cell uint64) solver.Position {
	return solver.Position{Own: p.Mask ^ p.Own, Mask: p.Mask | cell}
}

func aligned(discs uint64) bool {
	for _, step := range [4]int{1, stride - 1, stride, stride + 1} {
		pairs := discs & (discs >> step)
		if pairs&(pairs>>(2*step)) != 0 {
			return true
		}
	}
	return false
}
