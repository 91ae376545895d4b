package rules_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// perft counts the sequences of exactly depth moves. It counts the last moves without playing
// them.
func perft(p rules.Position, depth int, bufs [][]rules.Move) uint64 {
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

// readRows returns the fields of each line of a file. It leaves out comments.
func readRows(tb testing.TB, file string) (all [][]string) {
	tb.Helper()
	f, err := os.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), "#") {
			all = append(all, strings.Fields(lines.Text()))
		}
	}
	if len(all) == 0 {
		tb.Fatalf("%s is empty", file)
	}
	return all
}

func parseCount(tb testing.TB, text string) uint64 {
	tb.Helper()
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

// perftTable returns, for each variant, the counts for depth 1, 2, 3 …
func perftTable(tb testing.TB) map[string][]uint64 {
	tb.Helper()
	table := map[string][]uint64{
		// The files read below do not have the counts of these variants.
		"force3:placed": {8, 56, 336, 1680, 6720, 18720, 88272, 405504, 2027808},
		"force3:report": {20, 296, 4288, 57596, 784288, 9912676},
	}
	for _, row := range readRows(tb, "testdata/connect4-perft.txt") {
		for _, field := range row[1:] {
			table[row[0]] = append(table[row[0]], parseCount(tb, field))
		}
	}
	for _, row := range readRows(tb, "testdata/tictactoe-perft.txt") {
		if row[0] == "perft" && row[1] != "0" {
			table["tictactoe"] = append(table["tictactoe"], parseCount(tb, row[2]))
		}
	}
	for _, row := range readRows(tb, "testdata/force3-perft.txt") {
		table["force3"] = append(table["force3"], parseCount(tb, row[1]))
	}
	return table
}

// maxShortPerft is the largest count that TestPerft compares with -short.
const maxShortPerft = 10_000_000

// TestPerft compares the counts of all depths in the table.
func TestPerft(t *testing.T) {
	for variant, want := range perftTable(t) {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			p := parse(t, variant).Start()
			for depth := 1; depth <= len(want); depth++ {
				if testing.Short() && want[depth-1] > maxShortPerft {
					t.Logf("stopped before depth %d of %d: %d sequences", depth, len(want), want[depth-1])
					break
				}
				if n := perft(p, depth, make([][]rules.Move, depth+1)); n != want[depth-1] {
					t.Errorf("depth %d: %d sequences, want %d", depth, n, want[depth-1])
				}
			}
			if p.Ply() != 0 || p.Outcome().Over() {
				t.Error("perft did not take back all moves")
			}
		})
	}
}

// countEndings counts the positions after exactly depth moves from p, by outcome.
func countEndings(p rules.Position, depth int, count *[4]uint64) {
	if depth == 0 {
		count[p.Outcome()]++
		return
	}
	for _, m := range p.Moves(nil) {
		p.Play(m)
		countEndings(p, depth-1, count)
		p.Undo()
	}
}

// endingsTable returns how many games end on each ply, by outcome, for tic-tac-toe and Force 3.
func endingsTable(tb testing.TB) map[string]map[int][4]uint64 {
	tb.Helper()
	ticTacToe, force3 := map[int][4]uint64{}, map[int][4]uint64{}
	for _, row := range readRows(tb, "testdata/tictactoe-perft.txt") {
		if row[0] != "games" || row[1] == "total" {
			continue
		}
		ply := int(parseCount(tb, row[1]))
		count := ticTacToe[ply]
		count[map[string]rules.Outcome{"X": rules.FirstWins, "O": rules.SecondWins, "draw": rules.Drawn}[row[2]]] = parseCount(tb, row[3])
		ticTacToe[ply] = count
	}
	for _, row := range readRows(tb, "testdata/force3-perft.txt") {
		ply := int(parseCount(tb, row[0]))
		force3[ply] = byMover(ply, parseCount(tb, row[2]), parseCount(tb, row[3]), parseCount(tb, row[4]))
	}
	return map[string]map[int][4]uint64{
		"tictactoe": ticTacToe,
		"force3":    force3,
		"force3:placed": {
			1: {}, 2: {}, 3: {}, 4: {},
			5: byMover(5, 480, 0, 0), 6: byMover(6, 1296, 0, 0), 7: byMover(7, 5904, 0, 0),
		},
		"force3:report": {1: {}, 2: {}, 3: {}, 4: {}, 5: byMover(5, 4664, 0, 8)},
	}
}

// byMover returns counts by outcome for games of a number of plies. wins and losses are those of
// the side that made the last ply.
func byMover(plies int, wins, losses, draws uint64) (count [4]uint64) {
	first, second := wins, losses
	if plies%2 == 0 {
		first, second = losses, wins
	}
	count[rules.FirstWins], count[rules.SecondWins], count[rules.Drawn] = first, second, draws
	return count
}

// TestEndings compares how many games end on each ply, by outcome.
func TestEndings(t *testing.T) {
	perfts := perftTable(t)
	for variant, want := range endingsTable(t) {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			for ply, count := range want {
				if perfts[variant][ply-1] > maxEndingSequences {
					continue
				}
				var got [4]uint64
				countEndings(parse(t, variant).Start(), ply, &got)
				if got[rules.Ongoing] = 0; got != count {
					t.Errorf("ply %d: by outcome %v games end, want %v", ply, got, count)
				}
			}
		})
	}
}

// maxEndingSequences is the maximum number of sequences that TestEndings plays at one
// depth. It excludes only the 93 million sequences of seven plies of Force 3.
const maxEndingSequences = 10_000_000
