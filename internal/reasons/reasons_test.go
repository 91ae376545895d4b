package reasons_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/reasons"
)

// oracle is the exact solver. If lies is not 0, it gives this outcome to the first position, and
// then the outcomes that fit to it, whatever is true.
type oracle struct {
	*solver.Solver
	lies  int
	side  uint64 // discs of the side to move in the first position
	stops int    // after how many calls Stop returns true; 0: never
}

func newOracle(b solver.Board) *oracle {
	return &oracle{Solver: solver.New(b, solver.NewTable(b, 8<<20))}
}

func (o *oracle) Stop() bool {
	o.stops--
	return o.stops == 0
}

func (o *oracle) Outcome(p solver.Position) int {
	if o.lies == 0 {
		v, _ := o.Solve(p, -1, 1, nil)
		return cmp.Compare(v, 0)
	}
	if p.Own&o.side == o.side {
		return o.lies
	}
	return -o.lies
}

// randomPosition returns a position after a number of random discs that is not over, and in which
// neither side can complete a line.
func randomPosition(g *solver.Grid, rng *rand.Rand, discs int) solver.Position {
	for {
		var p solver.Position
		for range discs {
			free := g.Landing(p.Mask) &^ g.Wins(p.Own)
			if free == 0 {
				break
			}
			var cells []uint64
			for ; free != 0; free &= free - 1 {
				cells = append(cells, free&-free)
			}
			p = p.After(cells[rng.IntN(len(cells))])
		}
		free := g.Landing(p.Mask)
		if p.Discs() == discs && free != 0 && free&(g.Wins(p.Own)|g.Wins(p.Mask^p.Own)) == 0 {
			return p
		}
	}
}

// plainOf returns a position as a plainBoard.
func plainOf(g *solver.Grid, p solver.Position, winner bool) *plainBoard {
	b := &plainBoard{columns: g.Columns, rows: g.Rows, align: g.Align, discs: make([]byte, g.Cells())}
	names := [2]byte{'l', 'w'} // of the other side, of the side to move
	if !winner {
		names = [2]byte{'w', 'l'}
	}
	for i := range b.discs {
		bit := uint64(1) << (i%g.Columns*(g.Rows+1) + i/g.Columns)
		switch {
		case p.Own&bit != 0:
			b.discs[i] = names[1]
		case p.Mask&bit != 0:
			b.discs[i] = names[0]
		}
	}
	return b
}

var boards = []solver.Board{{Columns: 7, Rows: 6, Align: 4}, {Columns: 6, Rows: 6, Align: 4}, {Columns: 8, Rows: 6, Align: 4}, {Columns: 5, Rows: 5, Align: 4}, {Columns: 5, Rows: 4, Align: 3}}

// Every reason that Find returns is confirmed by Prove, which has no solver, and by a prover that was
// written from the documents alone.
func TestReasonsAreProved(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	n := 25
	if testing.Short() {
		n = 4
	}
	kinds := map[reasons.Kind]int{}
	for _, board := range boards {
		g, o := solver.NewGrid(board), newOracle(board)
		for range n {
			p := randomPosition(g, rng, board.Cells()*4/9+rng.IntN(board.Cells()/3))
			r := reasons.Find(g, p, o, false)
			if r == nil {
				continue
			}
			kinds[r.Kind]++
			winner := o.Outcome(p) > 0
			proved := checkReason(t, g, p, winner, r)
			if proved.Grade != r.Grade || proved.Plies != r.Plies || !slices.Equal(proved.Cells, r.Cells) || proved.Proof != r.Proof {
				t.Errorf("%+v: found %+v, proved %+v", p, r, proved)
			}
			mirrored := solver.Position{Own: g.Mirror(p.Own), Mask: g.Mirror(p.Mask)}
			checkReason(t, g, mirrored, winner, r.Mirror(g.Columns))
		}
	}
	for _, k := range reasons.Kinds[1:] { // nobody wins at once in the random positions
		if kinds[k] == 0 && !testing.Short() {
			t.Errorf("no reason of kind %s among %v", k, kinds)
		}
	}
}

// checkReason checks a reason with both provers, and returns what Prove does.
func checkReason(t *testing.T, g *solver.Grid, p solver.Position, winner bool, r *reasons.Reason) *reasons.Reason {
	t.Helper()
	proved, err := reasons.Prove(g, p, winner, r)
	if err != nil {
		t.Fatalf("%+v: %+v: %v", p, r, err)
	}
	if err := plainOf(g, p, winner).prove(winner, r); err != nil {
		t.Errorf("%+v: %+v: the plain prover says %v", p, r, err)
	}
	return proved
}

// No reason is found for a side that does not win, even if the oracle says that it wins.
func TestNoReasonForWhoDoesNotWin(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	board := boards[0]
	g, honest := solver.NewGrid(board), newOracle(board)
	n := 200
	if testing.Short() {
		n = 30
	}
	for tried := 0; tried < n; {
		p := randomPosition(g, rng, 24+rng.IntN(12))
		outcome := honest.Outcome(p)
		for _, lie := range []int{1, -1} {
			if lie == outcome {
				continue
			}
			tried++
			o := &oracle{lies: lie, side: p.Own}
			if tried > n/10 {
				o.stops = 20 // else it tries all plans for all first moves, which takes a second
			}
			if r := reasons.Find(g, p, o, false); r != nil {
				t.Fatalf("%+v, whose outcome is %d: a reason for %d: %+v", p, outcome, lie, r)
			}
		}
	}
}

// Prove and the plain prover agree about reasons that were changed.
func TestChangedReasons(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	board := boards[0]
	g, o := solver.NewGrid(board), newOracle(board)
	accepted, refused := 0, 0
	for accepted+refused < 60 {
		p := randomPosition(g, rng, 18+rng.IntN(12))
		r := reasons.Find(g, p, o, false)
		if r == nil {
			continue
		}
		winner := o.Outcome(p) > 0
		for range 3 {
			changed := *r
			cell := func() reasons.Cell { return reasons.Cell(rng.IntN(g.Cells())) }
			switch rng.IntN(5) {
			case 0:
				if changed.Moves = slices.Clone(r.Moves); len(changed.Moves) > 0 {
					changed.Moves[rng.IntN(len(changed.Moves))] = cell()
				}
			case 1:
				changed.Plan.Never = append(slices.Clone(r.Plan.Never), cell())
			case 2:
				changed.Plan.First = append(slices.Clone(r.Plan.First), cell(), cell())
			case 3:
				changed.Plan.Pairs = append(slices.Clone(r.Plan.Pairs), [2]reasons.Cell{cell(), cell()})
			default:
				changed.Plan = reasons.Plan{}
			}
			_, err := reasons.Prove(g, p, winner, &changed)
			plain := plainOf(g, p, winner).prove(winner, &changed)
			if err == nil {
				accepted++
			} else {
				refused++
			}
			if (err == nil) != (plain == nil) && !errors.Is(err, reasons.ErrTooLong) {
				t.Errorf("%+v: %+v: Prove says %v, the plain prover %v", p, changed, err, plain)
			}
		}
	}
	if accepted == 0 || refused == 0 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}

func TestProveRefuses(t *testing.T) {
	g := solver.NewGrid(boards[0])
	start := solver.Position{}
	for _, r := range []reasons.Reason{
		{Kind: "magic"},
		{Kind: reasons.Follow, Moves: []reasons.Cell{3, 10}},
		{Kind: reasons.Follow, Moves: []reasons.Cell{-1}},
		{Kind: reasons.Follow, Moves: []reasons.Cell{42}},
		{Kind: reasons.Follow, Moves: []reasons.Cell{10}},
		{Kind: reasons.AtOnce, Moves: []reasons.Cell{3}},
		{Kind: reasons.Fork, Moves: []reasons.Cell{3}},
		{Kind: reasons.Fork, Moves: make([]reasons.Cell, 1000)},
		{Kind: reasons.Safe},
		{Kind: reasons.Follow, Moves: []reasons.Cell{3}, Plan: reasons.Plan{First: []reasons.Cell{-5, 99}, Pairs: [][2]reasons.Cell{{-1, 50}}}},
	} {
		if _, err := reasons.Prove(g, start, true, &r); err == nil {
			t.Errorf("accepted %+v", r)
		}
		if _, err := reasons.Prove(g, start, false, &r); err == nil {
			t.Errorf("with the loser to move, accepted %+v", r)
		}
	}
}
