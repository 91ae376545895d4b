package solver

import "testing"

// ablation is the search without one technique.
type ablation struct {
	name    string
	without techniques
}

// ablations returns one ablation for each technique, and as the last one the search without any
// technique.
func ablations() []ablation {
	off := func(name string, change func(*techniques)) ablation {
		t := allTechniques()
		change(&t)
		return ablation{name, t}
	}
	return []ablation{
		off("table", func(t *techniques) { t.table = false }),
		off("replacement by work", func(t *techniques) { t.workReplacement = false }),
		off("forced moves", func(t *techniques) { t.forcedMoves = false }),
		off("table cutoffs", func(t *techniques) { t.tableCutoffs = false }),
		off("zugzwang", func(t *techniques) { t.zugzwang = false }),
		off("order by threats", func(t *techniques) { t.threatOrder = false }),
		off("order by mobility", func(t *techniques) { t.mobilityOrder = false }),
		off("bisection", func(t *techniques) { t.bisection, t.nearEndsFirst = false, false }),
		off("near ends first", func(t *techniques) { t.nearEndsFirst = false }),
		off("symmetry", func(t *techniques) { t.mirrorBelow = 0 }),
		off("alpha-beta", func(t *techniques) { t.alphaBeta = false }),
		{"plain minimax", techniques{}},
	}
}

// maxNodes is after how many nodes a search without alpha-beta gives up on a position. The mean of
// the nodes is too low then, and "unfinished/op" is more than 0.
const maxNodes = 2_000_000

// BenchmarkWithout solves the positions of a set one after the other, with the solver as it is and
// without each technique. An operation is one position. The table is empty at first, and is kept
// between positions.
func BenchmarkWithout(b *testing.B) {
	variants := append([]ablation{{"nothing", allTechniques()}}, ablations()...)
	for _, set := range []string{"7x6-end-easy", "7x6-middle-easy", "7x6-begin-easy", "7x6-middle-medium"} {
		board, all := readExact(b, "testdata/"+set+".txt")
		for _, v := range variants {
			b.Run(set+"/"+v.name, func(b *testing.B) {
				s := newWith(board, NewTable(board, 32<<20), v.without)
				i, unfinished := 0, 0
				for b.Loop() {
					e, before := all[i%len(all)], s.Nodes()
					i++
					score, ok := s.Solve(e.p, -board.Cells(), board.Cells(), func() bool {
						return !v.without.alphaBeta && s.Nodes()-before >= maxNodes
					})
					if !ok {
						unfinished++
					} else if score != e.score {
						b.Fatalf("%s: %d, want %d", e.moves, score, e.score)
					}
				}
				b.ReportMetric(float64(s.Nodes())/float64(i), "nodes/op")
				b.ReportMetric(float64(unfinished)/float64(i), "unfinished/op")
			})
		}
	}
}

// What docs/experiments.md says of the solver without alpha-beta.
func TestAlphaBetaSavesNodes(t *testing.T) {
	board, all := readExact(t, "testdata/7x6-end-easy.txt")
	nodes := map[string]int{}
	for _, v := range append([]ablation{{"nothing", allTechniques()}}, ablations()...) {
		s := newWith(board, NewTable(board, 1<<20), v.without)
		for i := 0; i < len(all); i += 50 {
			before := s.Nodes()
			s.Solve(all[i].p, -board.Cells(), board.Cells(), func() bool { return s.Nodes()-before >= 50_000 })
		}
		nodes[v.name] = s.Nodes()
	}
	if !(nodes["nothing"] < nodes["alpha-beta"] && nodes["alpha-beta"] < nodes["plain minimax"]) {
		t.Errorf("nodes: %v", nodes)
	}
}
