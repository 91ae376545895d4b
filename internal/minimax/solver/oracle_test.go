package solver

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// exactPosition is a position of testdata with its exact values.
type exactPosition struct {
	moves   string
	p       Position
	score   int
	columns []string // the scores as text; "." for a full column
}

// readExact reads a file of testdata.
func readExact(t testing.TB, file string) (Board, []exactPosition) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b Board
	var all []exactPosition
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if _, err := fmt.Sscanf(lines.Text(), "# game connect4:%dx%d:%d", &b.Columns, &b.Rows, &b.Align); err == nil {
			continue
		}
		fields := strings.Fields(lines.Text())
		score, err := strconv.Atoi(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, exactPosition{fields[0], playMoves(b, fields[0]), score, fields[2:]})
	}
	if len(all) == 0 {
		t.Fatalf("%s has no position", file)
	}
	return b, all
}

// playMoves returns the position after moves, with columns counted from 1. The text "-" stands
// for no moves.
func playMoves(b Board, moves string) (p Position) {
	for _, column := range strings.Trim(moves, "-") {
		p = play(b, p, int(column-'1'))
	}
	return p
}

// play drops a disc into a column, counted from 0.
func play(b Board, p Position, column int) Position {
	bottom := uint64(1) << (column * (b.Rows + 1))
	cells := bottom<<b.Rows - bottom
	return Position{Own: p.Own ^ p.Mask, Mask: p.Mask | (p.Mask+bottom)&cells}
}

// hardFiles lists the files whose positions take long. The normal test solves one position
// out of every hardFiles[file].
var hardFiles = map[string]int{
	"7x6-middle-medium": 5, "7x6-begin-easy": 5, "7x6-begin-medium": 10, "7x6-begin-hard": 10, "7x6-openings": 1000,
}

func TestExactValues(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 16 {
		t.Fatalf("testdata has %d files (%v)", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			b, all := readExact(t, file)
			step := max(hardFiles[name], 1)
			if testing.Short() && step > 1 {
				step *= 4
			}
			s := New(b, NewTable(b, 32<<20))
			for i := step - 1; i < len(all); i += step {
				e := all[i]
				if got := s.exact(e.p); got != e.score {
					t.Errorf("%s scores %d, want %d", e.moves, got, e.score)
				}
				if step > 1 && i%(5*step) != step-1 {
					continue
				}
				for c, want := range e.columns {
					if got := columnScore(s, e.p, c); got != want {
						t.Errorf("%s, column %d: %s, want %s", e.moves, c+1, got, want)
					}
				}
			}
		})
	}
}

// columnScore returns the score of a column, for the side to move in p, as text; "." for a full column.
func columnScore(s *Solver, p Position, column int) string {
	q := play(s.Board, p, column)
	move := q.Mask &^ p.Mask
	switch {
	case move == 0:
		return "."
	case move&s.Wins(p.Own) != 0:
		return strconv.Itoa(s.winAt(p.Discs()))
	case q.Mask == s.allCells:
		return "0"
	}
	return strconv.Itoa(-s.exact(q))
}

// exact returns the exact score of p.
func (s *Solver) exact(p Position) int {
	score, _ := s.Solve(p, -s.cellCount, s.cellCount, nil)
	return score
}
