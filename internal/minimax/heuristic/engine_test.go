package heuristic

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// discScore converts a score to the convention of the tables in testdata: how many discs the
// winner has left, including the winning disc.
func discScore(score Score, pos *rules.Connect4Position) int {
	columns, rows, _ := pos.Size()
	plies, mate := score.Mate()
	switch {
	case !mate:
		return int(score)
	case plies > 0:
		return (columns*rows-pos.Ply()-plies)/2 + 1
	default:
		return -((columns*rows-pos.Ply()+plies)/2 + 1)
	}
}

// TestExactValues searches the positions in testdata to the end. Every move must have the
// value that exact solvers found.
func TestExactValues(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		variant := strings.TrimPrefix(lines[0], "# game connect4:")
		e := engineOf(start(t, variant))
		for _, line := range lines[1:] {
			fields := strings.Fields(line)
			pos := play(t, variant, strings.TrimPrefix(fields[0], "-"))
			if pos.Ply() < 4 && testing.Short() {
				continue
			}
			for _, m := range e.Search(pos, Limits{All: true}).Moves {
				want := fields[2+int(m.Move)]
				if got := strconv.Itoa(discScore(m.Score, pos)); got != want || m.Low != m.High || m.Low != m.Score {
					t.Fatalf("%s: %s: move %d is worth %s (%d to %d), want %s", variant, fields[0], m.Move, got, m.Low, m.High, want)
				}
			}
			r := e.Search(pos, Limits{})
			// If only one move does not lose, the search ends early and its score is an
			// estimate.
			if got := strconv.Itoa(discScore(r.Score, pos)); got != fields[1] && r.Low == r.High {
				t.Fatalf("%s: %s is worth %s, want %s", variant, fields[0], got, fields[1])
			}
			for _, m := range r.Best {
				if got := fields[2+int(m)]; got != fields[1] {
					t.Fatalf("%s: %s: move %d is among the best, but worth %s", variant, fields[0], m, got)
				}
			}
		}
	}
}

// TestBestMoveEqualsPlain checks that without Limits.All the best score is that of plain
// minimax, and the bounds of the other moves are true.
func TestBestMoveEqualsPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	for _, variant := range []string{"4x4:4", "5x5:4", "7x6:4", "9x8:5", "15x15:5", "6x5:3"} {
		e := engineOf(start(t, variant))
		columns, rows, _ := start(t, variant).Size()
		for range 1500 / columns / columns {
			pos := randomPosition(t, variant, rng.IntN(columns*rows), rng)
			r := e.Search(pos, Limits{Depth: 4})
			want := plain(pos, r.Depth, 0)
			if got := certainScore(r.Score, r.Depth, columns*rows-pos.Ply()); got != want {
				t.Fatalf("%s %s: worth %d, plain minimax says %d", variant, movesOf(pos), got, want)
			}
			for _, m := range r.Moves {
				pos.Play(m.Move)
				worth := plain(pos, 4, 1)
				pos.Undo()
				if worth == unknown {
					continue
				}
				if worth = -worth; worth < m.Low || worth > m.High {
					t.Fatalf("%s %s: move %d is worth %d, but its bounds are %d to %d", variant, movesOf(pos), m.Move, worth, m.Low, m.High)
				}
			}
		}
	}
}

// TestMirror checks that a mirrored position has the mirrored result.
func TestMirror(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, variant := range []string{"7x6:4", "8x8:4", "15x15:5", "4x9:3"} {
		for range 20 {
			pos := randomPosition(t, variant, rng.IntN(16), rng)
			columns, _, _ := pos.Size()
			mirrored := start(t, variant)
			for _, c := range movesOf(pos) {
				mirrored.Play(rules.Move(columns - 1 - strings.IndexRune("123456789abcdef", c)))
			}
			if movesOf(pos) == movesOf(mirrored) {
				continue // a symmetric position may have either of two mirrored results
			}
			a, b := engineOf(pos).Search(pos, Limits{Depth: 6}), engineOf(pos).Search(mirrored, Limits{Depth: 6})
			for i := range a.Moves {
				move := a.Moves[i]
				move.Move = rules.Move(columns-1) - move.Move
				if !slices.Contains(b.Moves, move) {
					t.Fatalf("%s %s: %v, but mirrored %v", variant, movesOf(pos), a.Moves, b.Moves)
				}
			}
			if a.Score != b.Score || a.Depth != b.Depth {
				t.Fatalf("%s %s: %v, but mirrored %v", variant, movesOf(pos), a, b)
			}
		}
	}
}

// TestStop checks that a search ends within one interval after Stop returns true, and
// still has an answer.
func TestStop(t *testing.T) {
	pos := start(t, "10x10:4")
	e := engineOf(pos)
	for _, asks := range []int{1, 2, 10} {
		asked := 0
		r := e.Search(pos, Limits{Stop: func() bool { asked++; return asked >= asks }})
		if asked != asks || r.Nodes > (asks+1)*stopInterval || len(r.Best) == 0 || r.Depth < 1 || len(r.Moves) != 10 {
			t.Errorf("Stop was called %d times, want %d; the result is %+v", asked, asks, r)
		}
	}
	if pos.Ply() != 0 {
		t.Error("Search changed the position")
	}
}

// TestStopAtOnce checks that there is an answer even if Stop returns true at once.
func TestStopAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		pos := randomPosition(t, "15x15:5", 30+rng.IntN(120), rng)
		r := engineOf(pos).Search(pos, Limits{Stop: func() bool { return true }})
		if len(r.Best) == 0 || len(r.Moves) == 0 || r.Nodes > 2*stopInterval {
			t.Fatalf("%s: %+v", movesOf(pos), r)
		}
	}
}

func TestOver(t *testing.T) {
	pos := play(t, "7x6:4", "1212121")
	if r := engineOf(pos).Search(pos, Limits{}); len(r.Moves) != 0 || len(r.Best) != 0 {
		t.Errorf("%+v", r)
	}
}

// TestConcurrent checks that searches that share an engine agree on certain scores.
func TestConcurrent(t *testing.T) {
	pos := play(t, "5x4:4", "3322")
	want := engineOf(pos).Search(pos, Limits{}).Score
	e := engineOf(pos)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 3 {
				if r := e.Search(pos.Clone().(*rules.Connect4Position), Limits{}); r.Score != want {
					t.Errorf("score %d, want %d", r.Score, want)
				}
			}
		})
	}
	group.Wait()
}

// TestStrength plays a short match against the yardstick. Both players may search the same
// number of nodes, so the match is the same on every machine. The engine must get at least
// three quarters of the points.
func TestStrength(t *testing.T) {
	for _, variant := range []string{"8x8:4", "10x10:5"} {
		rng := rand.New(rand.NewPCG(1, 26))
		var result tally
		e := engineOf(start(t, variant))
		for range 10 {
			match(randomPosition(t, variant, 2, rng), newPlayer(e, rng), newYardstickPlayer(rng), stopAfter(2048), &result)
		}
		if points := 2*result.won + result.drawn; points < 30 {
			t.Errorf("%s: only %d of 40 points: %s", variant, points, &result)
		}
	}
}

// TestInterruptedAfterBestMoveLoses interrupts an iteration after it has found that the
// move which seemed best loses. Another move must then be the best.
func TestInterruptedAfterBestMoveLoses(t *testing.T) {
	const depths = 7
	interrupted := 0
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		pos := randomPosition(t, "8x7:4", 10+rng.IntN(20), rng)
		for depth := 2; depth <= depths; depth++ {
			r, twin := rootSearchedTo(pos, depth-1), rootSearchedTo(pos, depth-1)
			favourite := twin.moves[0]
			if score, _ := twin.searchMove(&favourite, depth, -infinity); score > -certain || favourite.Score <= -certain {
				continue
			}
			r.stop = func() bool { return r.nodes > twin.nodes }
			if r.iterate(depth) || r.moves[0].Score <= -certain {
				continue // nothing was left to search, or everything loses
			}
			interrupted++
			if r.moves[0].cell == favourite.cell || slices.Contains(r.result().Best, r.mirrorMove(favourite.Move)) {
				t.Errorf("%s, %d plies: column %d is still the best", rules.FormatSetup(pos), depth, favourite.Move)
			}
		}
	}
	if interrupted == 0 {
		t.Error("no search was interrupted after its best move lost")
	}
}

// rootSearchedTo returns the root of a position, searched to a depth by a new engine.
func rootSearchedTo(pos *rules.Connect4Position, depth int) *root {
	columns, rows, align := pos.Size()
	r := newRoot(New(columns, rows, align, 1<<16), pos, Limits{})
	r.stop = nil
	for d := 1; d <= depth; d++ {
		r.iterate(d)
	}
	return r
}
