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
		{"all of these", techniques{}},
	}
}

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
				i := 0
				for b.Loop() {
					e := all[i%len(all)]
					i++
					if score := s.Score(e.p); score != e.score {
						b.Fatalf("%s: %d, want %d", e.moves, score, e.score)
					}
				}
				b.ReportMetric(float64(s.Nodes())/float64(i), "nodes/op")
			})
		}
	}
}
