package solver

import (
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"
)

// TestWinsEqualsPlain compares wins and aligned with a naive version, for any set of
// cells.
func TestWinsEqualsPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, b := range smallBoards {
		g := NewGrid(b)
		for range 500 {
			set := rng.Uint64() & rng.Uint64() & g.allCells
			if rng.IntN(2) == 0 {
				set |= rng.Uint64() & g.allCells
			}
			q := newPlain(b, Position{Own: set, Mask: set})
			side, any := 1+bits.OnesCount64(set)%2, false
			var wins, above uint64
			for c := range b.Columns {
				for r := range b.Rows {
					if q.cells[c][r] != 0 {
						any = any || q.aligned(c, r)
						continue
					}
					q.cells[c][r] = side
					if q.aligned(c, r) {
						wins |= 1 << (c*(b.Rows+1) + r)
					}
					q.cells[c][r] = 0
				}
				// No cell below a disc is free, so wins need not report a cell that
				// would complete a column from below.
				column := g.columnOf[c*(b.Rows+1)]
				above |= column & (1<<bits.Len64(set&column) - 1)
			}
			if got := g.Wins(set) & g.allCells &^ set; (got^wins)&^above != 0 {
				t.Fatalf("%v %#x: wins %#x, want %#x", b, set, got, wins)
			}
			if g.aligned(set) != any {
				t.Fatalf("%v %#x: aligned is not %v", b, set, any)
			}
			if m := g.Mirror(set); g.Mirror(m) != set || bits.OnesCount64(m) != bits.OnesCount64(set) {
				t.Fatalf("%v %#x: mirror %#x", b, set, m)
			}
		}
	}
}

// TestClaimevenIsSound checks that the bounds of claimevenBound are true, and that it finds a
// bound often enough to matter.
func TestClaimevenIsSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	asked, proofs, byThreat := 0, 0, 0
	n := 300
	if testing.Short() {
		n /= 3
	}
	for b, p := range positionsNearEnd(t, rng, 9, n) {
		s := New(b, NewTable(b, 1))
		st, _, over, flipped := s.prepare(p)
		if over {
			continue
		}
		score := newPlain(b, p).score()
		if flipped {
			score = -score
		}
		for need := -2; need <= 5; need++ {
			asked += 2
			if v, proved := s.claimevenBound(st.own, st.opp, st.ownWins, true, need); proved {
				proofs++
				if v < need || score < v {
					t.Fatalf("%v %+v: claimevenBound proves at least %d (need %d) for the mover, but the score is %d", b, st, v, need, score)
				}
				if v > 1 {
					byThreat++
				}
			}
			if v, proved := s.claimevenBound(st.opp, st.own, st.oppWins, false, need); proved {
				proofs++
				if v < need || -score < v {
					t.Fatalf("%v %+v: claimevenBound proves at least %d (need %d) for the opponent, but the mover's score is %d", b, st, v, need, score)
				}
			}
		}
	}
	if proofs < asked/50 || byThreat == 0 {
		t.Fatalf("%d calls found %d bounds, %d by a threat", asked, proofs, byThreat)
	}
}

// FuzzTable checks that tables of every size find a stored key and no other key.
func FuzzTable(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint(3))
	f.Add(uint64(1<<49-1), uint64(1<<48), uint(25))
	f.Fuzz(func(t *testing.T, a, b uint64, size uint) {
		for _, board := range []Board{{7, 6, 4}, {8, 7, 4}, {4, 4, 4}} {
			table := NewTable(board, 1<<(size%24))
			a, b := a&(1<<table.keyBits-1), b&(1<<table.keyBits-1)
			table.put(a, -3, 5, 100)
			if low, high, found := table.get(a); !found || low != -3 || high != 5 {
				t.Fatalf("%#x: %d to %d, %v", a, low, high, found)
			}
			if _, _, found := table.get(b); found != (a == b) {
				t.Fatalf("get %#x found %v after put %#x", b, found, a)
			}
			firstA, tagA := table.locate(a)
			firstB, tagB := table.locate(b)
			if (firstA == firstB && tagA == tagB) != (a == b) {
				t.Fatalf("%#x and %#x have the same place and tag, or one key has two", a, b)
			}
			if tagA>>(64-tagShift) != 0 || firstA+bucketWords > len(table.words) {
				t.Fatalf("the place or the tag of %#x is too large", a)
			}
		}
	})
}

// TestTableReplacementByWork checks that an entry with much work stays for some time when its
// bucket overflows, but not for ever.
func TestTableReplacementByWork(t *testing.T) {
	table := NewTable(Board{7, 6, 4}, 1)
	heavy := uint64(12345)
	first, _ := table.locate(heavy)
	table.put(heavy, -1, 1, 1<<10)
	rng := rand.New(rand.NewPCG(1, 1))
	others := 0
	for ; ; others++ {
		key := rng.Uint64() & (1<<49 - 1)
		if f, _ := table.locate(key); f != first {
			others--
			continue
		}
		table.put(key, 0, 0, 1)
		if _, _, found := table.get(heavy); !found {
			break
		}
	}
	if others < 2*bucketWords {
		t.Fatalf("the entry with much work was replaced after %d others", others)
	}
}

// TestStop checks that a stopped search returns false and stores no false bounds.
func TestStop(t *testing.T) {
	b := Board{7, 6, 4}
	table := NewTable(b, 8<<20)
	s := New(b, table)
	calls := 0
	if _, ok := s.Solve(playMoves(b, "44444"), -21, 21, func() bool { calls++; return calls > 3 }); ok {
		t.Fatal("the stopped search solved the position")
	}
	_, all := readExact(t, "testdata/7x6-middle-easy.txt")
	for _, e := range all[:100] {
		if got := s.exact(e.p); got != e.score {
			t.Fatalf("%s: %d, want %d", e.moves, got, e.score)
		}
	}
}

// TestConcurrentSolversAgree checks that Solvers that share a table find the exact scores.
func TestConcurrentSolversAgree(t *testing.T) {
	b, all := readExact(t, "testdata/7x6-middle-medium.txt")
	table := NewTable(b, 8<<20)
	var running sync.WaitGroup
	for i := range 2 {
		running.Go(func() {
			s := New(b, table)
			for j := i; j < len(all); j += 25 {
				if got := s.exact(all[j].p); got != all[j].score {
					t.Errorf("%s: %d, want %d", all[j].moves, got, all[j].score)
				}
			}
		})
	}
	running.Wait()
}
