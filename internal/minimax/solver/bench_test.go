package solver

import "testing"

// BenchmarkSets solves the positions of a set one after the other. An operation is one position. The
// table is empty at first, and is kept between positions.
func BenchmarkSets(b *testing.B) {
	for _, set := range []string{"7x6-end-easy", "7x6-middle-easy", "7x6-begin-easy", "7x6-middle-medium"} {
		board, all := readExact(b, "testdata/"+set+".txt")
		b.Run(set, func(b *testing.B) {
			s := New(board, NewTable(board, 32<<20))
			i := 0
			for b.Loop() {
				e := all[i%len(all)]
				i++
				if score := s.exact(e.p); score != e.score {
					b.Fatalf("%s: %d, want %d", e.moves, score, e.score)
				}
			}
			b.ReportMetric(float64(s.Nodes())/float64(i), "nodes/op")
		})
	}
}
