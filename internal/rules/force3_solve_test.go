package rules

import (
	"fmt"
	"math/bits"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// force3Node is a position of Force 3 without its history.
type force3Node struct {
	board force3Board
	side  Side
}

// position returns a Position with the board and side of n. The length of its history fits the
// side to move and the stage of the game. The history repeats no position.
func (n force3Node) position(g *force3) *Force3Position {
	plies := 2*Force3Discs + int(n.side-First)
	switch discs := n.board.count(); {
	case n.board == g.Start().(*Force3Position).board:
		plies = 0
	case g.placed && discs < 2*Force3Discs:
		plies = discs
	}
	return &Force3Position{game: g, board: n.board, history: make([]force3Board, plies, Force3MaxPlies)}
}

// The values of force3Edge.to for a move that ends the game, from the view of the mover.
const (
	edgeWins = -1 - iota
	edgeLoses
	edgeDraws
)

// force3Edge is a move and where it leads: the number of a node, or edgeWins, edgeLoses
// or edgeDraws.
type force3Edge struct {
	move Move
	to   int32
}

// force3Solution has all reachable positions of a variant that are not over, with their
// values under perfect play. It ignores repetitions and the limit of plies.
type force3Solution struct {
	number map[force3Node]int32
	nodes  []force3Node
	edges  [][]force3Edge
	value  []int8 // for the side to move: 1 win, -1 loss, 0 draw
	plies  []int  // until the win or loss, or 0
}

func solveForce3(tb testing.TB, g *force3) *force3Solution {
	tb.Helper()
	s := &force3Solution{number: map[force3Node]int32{}}
	s.visit(force3Node{g.Start().(*Force3Position).board, First})
	for i := 0; i < len(s.nodes); i++ {
		p := s.nodes[i].position(g)
		moves := p.Moves(nil)
		if len(moves) == 0 {
			tb.Fatalf("%s: no legal turn on %+v", g.variant, s.nodes[i])
		}
		edges := make([]force3Edge, 0, len(moves))
		for _, m := range moves {
			side := p.Turn()
			p.Play(m)
			edge := force3Edge{move: m}
			switch outcome := p.Outcome(); {
			case outcome == Ongoing:
				edge.to = s.visit(force3Node{p.board, p.Turn()})
			case outcome == Drawn:
				edge.to = edgeDraws
			case outcome.Winner() == side:
				edge.to = edgeWins
			default:
				edge.to = edgeLoses
			}
			p.Undo()
			edges = append(edges, edge)
		}
		s.edges = append(s.edges, edges)
	}
	s.value, s.plies = make([]int8, len(s.nodes)), make([]int, len(s.nodes))
	for n := 1; s.solveInPlies(n) > 0; n++ {
	}
	return s
}

func (s *force3Solution) visit(n force3Node) int32 {
	i, seen := s.number[n]
	if !seen {
		i = int32(len(s.nodes))
		s.number[n] = i
		s.nodes = append(s.nodes, n)
	}
	return i
}

// edgeValue returns the value of a move for the side that makes it. If the move wins or loses,
// plies is the number of plies until the end, including the move.
func (s *force3Solution) edgeValue(e force3Edge) (value int8, plies int) {
	switch e.to {
	case edgeWins:
		return 1, 1
	case edgeLoses:
		return -1, 1
	case edgeDraws:
		return 0, 0
	}
	return -s.value[e.to], s.plies[e.to] + 1
}

// solveInPlies finds the positions that are won or lost in n plies and returns their number. All
// positions that are won or lost in fewer plies must be known. If it finds none, no position is
// won or lost in more plies either.
func (s *force3Solution) solveInPlies(n int) (found int) {
	for i := range s.nodes {
		if s.value[i] != 0 {
			continue
		}
		wins, lost, longest := false, true, 0
		for _, e := range s.edges[i] {
			value, plies := s.edgeValue(e)
			if value == 1 && plies == n {
				wins = true
				break
			}
			lost = lost && value == -1 && plies <= n
			longest = max(longest, plies)
		}
		switch {
		case wins:
			s.value[i], s.plies[i] = 1, n
		case lost && longest == n:
			s.value[i], s.plies[i] = -1, n
		default:
			continue
		}
		found++
	}
	return found
}

// best returns the best moves of node i, sorted and in the notation of the game: those that lead
// to its value in its number of plies.
func (s *force3Solution) best(g *force3, i int32) (names []string) {
	p := s.nodes[i].position(g)
	for _, e := range s.edges[i] {
		if value, plies := s.edgeValue(e); value == s.value[i] && (value == 0 || plies == s.plies[i]) {
			names = append(names, p.FormatMove(e.move))
		}
	}
	slices.Sort(names)
	return names
}

// format writes node i as a line of the files in testdata.
func (s *force3Solution) format(g *force3, i int32) string {
	plies := "-"
	if s.value[i] != 0 {
		plies = strconv.Itoa(s.plies[i])
	}
	return fmt.Sprintf("%s %c %s %d %s", s.nodes[i].text(g), "LDW"[s.value[i]+1], plies, len(s.edges[i]), strings.Join(s.best(g, i), ","))
}

// text writes a node as the files in testdata do.
func (n force3Node) text(g *force3) string { return n.position(g).formatSetup() }

// parseForce3Node is the inverse of text.
func parseForce3Node(tb testing.TB, g *force3, text string) force3Node {
	tb.Helper()
	p, err := g.setup(text)
	if err != nil {
		tb.Fatal(err)
	}
	n := force3Node{p.(*Force3Position).board, p.Turn()}
	if n.text(g) != text {
		tb.Fatalf("%s is read as %v", text, n)
	}
	return n
}

// force3Lines returns the lines of a file that are not comments.
func force3Lines(tb testing.TB, file string) (lines []string) {
	tb.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// TestForce3Solved solves the variants completely. It compares the number of positions,
// the exact values and best moves of some positions, and the value of each first turn.
// In the fair variants the first turn must be on a corner, which draws. They do not differ
// otherwise, so they are draws. force3:report is a draw and needs no fair variant.
func TestForce3Solved(t *testing.T) {
	for _, test := range []struct {
		variant, file        string
		lines, positions     int
		edge, corner, slides string // result of the first turn by its kind
	}{
		{"force3", "testdata/force3.txt", 1002, 257_121, "wins in 9", "draws", "loses in"},
		{"force3:placed", "testdata/force3-placed.txt", 202, 28_309, "wins in 7", "draws", ""},
		{"force3:report", "testdata/force3-report.txt", 419, 279_601, "draws", "draws", "loses in 10"},
	} {
		t.Run(test.variant, func(t *testing.T) {
			t.Parallel()
			g, err := Parse(test.variant)
			if err != nil {
				t.Fatal(err)
			}
			s := solveForce3(t, g.(*force3))
			if len(s.nodes) != test.positions {
				t.Errorf("%d positions that are not over, want %d", len(s.nodes), test.positions)
			}
			s.compareFile(t, g.(*force3), test.file, test.lines)
			for _, e := range s.edges[0] {
				name := s.nodes[0].position(g.(*force3)).FormatMove(e.move)
				want := test.edge
				switch {
				case name[0] == 'S':
					want = test.slides
				case strings.Contains("P1 P3 P7 P9", name):
					want = test.corner
				}
				value, plies := s.edgeValue(e)
				got := [...]string{"loses in " + strconv.Itoa(plies), "draws", "wins in " + strconv.Itoa(plies)}[value+1]
				if want == "" || !strings.HasPrefix(got, want) {
					t.Errorf("%s %s, want %s", name, got, want)
				}
			}
		})
	}
}

func (s *force3Solution) compareFile(t *testing.T, g *force3, file string, want int) {
	t.Helper()
	lines := force3Lines(t, file)
	if len(lines) != want {
		t.Errorf("%s has %d lines, want %d", file, len(lines), want)
	}
	for _, line := range lines {
		text := strings.Join(strings.Fields(line)[:5], " ")
		i, known := s.number[parseForce3Node(t, g, text)]
		if !known {
			t.Errorf("the solution does not have the position %s", text)
		} else if got := s.format(g, i); got != line {
			t.Errorf("the solution has %s, want %s", got, line)
		}
	}
}

// TestForce3TurnCount compares the number of legal turns under the default rules with a
// formula.
func TestForce3TurnCount(t *testing.T) {
	for _, line := range force3Lines(t, "testdata/force3.txt") {
		n := parseForce3Node(t, &force3Variants[0], strings.Join(strings.Fields(line)[:5], " "))
		p := n.position(&force3Variants[0])
		own, free, want := bits.OnesCount16(p.Discs(p.Turn())), bits.OnesCount16(p.Free()), 4
		if _, _, banned := p.Ban(); banned {
			want--
		}
		if want += own * free; own < Force3Discs {
			want += free
		}
		if got := len(p.Moves(nil)); got != want {
			t.Errorf("%v: %d legal turns, want %d", n, got, want)
		}
	}
}

// TestForce3Endings plays turns that end a game, in each possible way.
func TestForce3Endings(t *testing.T) {
	for _, line := range force3Lines(t, "testdata/force3-endings.txt") {
		fields := strings.Split(line, " | ")
		p := parseForce3Node(t, &force3Variants[0], fields[0]).position(&force3Variants[0])
		mover := p.Turn()
		m, err := p.ParseMove(fields[1])
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		p.Play(m)
		if board, _, _ := strings.Cut(force3Node{p.board, p.Turn()}.text(&force3Variants[0]), " "); board != fields[2] {
			t.Errorf("%s: the board is %s", line, board)
		}
		want := map[string]Outcome{
			"mover wins": WonBy(mover), "mover loses": WonBy(mover.Other()), "draw (both aligned)": Drawn,
		}[fields[3]]
		if p.Outcome() != want || want == Ongoing || len(p.Line()) != 3 && (want != Drawn || len(p.Line()) != 6) {
			t.Errorf("%s: outcome %v, line %v", line, p.Outcome(), p.Line())
		}
		if p.Undo(); p.Outcome() != Ongoing || p.Turn() != mover {
			t.Errorf("%s: Undo did not restore the position", line)
		}
	}
}
