// Package reference has the positions with which the exact solver is measured. They are
// Connect Four positions on 7x6 with their exact scores, in six kinds from nearly over to
// far from over. They were played at random, and the solver found their scores and kinds.
//
// The kinds are those of Pascal Pons, "Solving Connect 4: how to build a perfect AI". The
// kind of a position depends on the number of discs on the board and on the number of discs
// still to be played if both sides play perfectly.
package reference

import (
	"embed"
	"fmt"
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
