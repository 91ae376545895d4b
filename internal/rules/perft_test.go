package rules

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// perft counts the sequences of exactly depth moves. The last move is counted
// and not played.
func perft(p Position, depth int, bufs [][]Move) uint64 {
	moves := p.Moves(bufs[depth][:0])
	bufs[depth] = moves
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		p.Play(m)
		n += perft(p, depth-1, bufs)
		p.Undo()
	}
	return n
}

// perftTable reads lines of a variant and the counts for depth 1, 2, 3 …
func perftTable(tb testing.TB, file string) map[string][]uint64 {
	tb.Helper()
	f, err := os.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	table := map[string][]uint64{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Fields(lines.Text())
		for _, field := range fields[1:] {
			n, err := strconv.ParseUint(field, 10, 64)
			if err != nil {
				tb.Fatal(err)
			}
			table[fields[0]] = append(table[fields[0]], n)
		}
	}
	if len(table) == 0 {
		tb.Fatalf("%s is empty", file)
	}
	return table
}

// TestPerft counts as deep as the table goes, except under the race detector,
// where maxPerft bounds the last count to compare and the test says so.
func TestPerft(t *testing.T) {
	for variant, want := range perftTable(t, "testdata/connect4-perft.txt") {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			g, err := Parse(variant)
			if err != nil {
				t.Fatal(err)
			}
			p := g.Start()
			for depth := 1; depth <= len(want); depth++ {
				if want[depth-1] > maxPerft {
					t.Logf("stopped before depth %d of %d: more than %d sequences", depth, len(want), uint64(maxPerft))
					break
				}
				if n := perft(p, depth, make([][]Move, depth+1)); n != want[depth-1] {
					t.Errorf("depth %d: %d sequences, want %d", depth, n, want[depth-1])
				}
			}
			if p.Ply() != 0 || p.Outcome().Over() {
				t.Error("perft did not come back to the start")
			}
		})
	}
}
