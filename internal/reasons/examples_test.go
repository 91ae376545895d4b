package reasons_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/reasons"
)

var updateExamples = flag.Bool("update", false, "write testdata/reasons.json, with which the page tests its own prover")

const examplesFile = "testdata/reasons.json"

// example is a position with a reason, and with changed reasons that are not proved.
type example struct {
	Columns     int              `json:"columns"`
	Rows        int              `json:"rows"`
	Discs       string           `json:"discs"` // cell by cell: w of the winner, l of the loser, or .
	WinnerMoves bool             `json:"winner_moves"`
	Reason      reasons.Reason   `json:"reason"`
	Refused     []reasons.Reason `json:"refused,omitempty"`
}

func (e *example) grid() *solver.Grid {
	return solver.NewGrid(solver.Board{Columns: e.Columns, Rows: e.Rows, Align: 4})
}

// position returns the position for the side to move.
func (e *example) position() (p solver.Position) {
	for i, disc := range e.Discs {
		bit := uint64(1) << (i%e.Columns*(e.Rows+1) + i/e.Columns)
		if disc != '.' {
			p.Mask |= bit
		}
		if disc == 'w' && e.WinnerMoves || disc == 'l' && !e.WinnerMoves {
			p.Own |= bit
		}
	}
	return p
}

// The page has a prover of its own, in frontend/src/lib/reasons. It is tested with the same examples.
func TestExamples(t *testing.T) {
	if *updateExamples {
		writeExamples(t)
	}
	text, err := os.ReadFile(examplesFile)
	if err != nil {
		t.Fatal(err)
	}
	var examples []example
	if err := json.Unmarshal(text, &examples); err != nil {
		t.Fatal(err)
	}
	kinds := map[reasons.Kind]int{}
	refused := 0
	for _, e := range examples {
		g, p := e.grid(), e.position()
		kinds[e.Reason.Kind]++
		refused += len(e.Refused)
		checkReason(t, g, p, e.WinnerMoves, &e.Reason)
		for _, r := range e.Refused {
			if _, err := reasons.Prove(g, p, e.WinnerMoves, &r); err == nil {
				t.Errorf("%+v: accepted %+v", e, r)
			}
		}
	}
	for _, k := range reasons.Kinds {
		if kinds[k] < 3 {
			t.Errorf("%d examples of kind %s", kinds[k], k)
		}
	}
	if refused < 40 {
		t.Errorf("%d changed reasons", refused)
	}
}

// writeExamples writes the examples of three boards: up to three of each kind, for the winner and for the loser to move.
func writeExamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var lines []string
	for _, board := range boards[:3] {
		g, o := solver.NewGrid(board), newOracle(board)
		type class struct {
			kind   reasons.Kind
			winner bool
		}
		found := map[class]int{}
		for range 150 {
			p := randomPosition(g, rng, board.Cells()/2+rng.IntN(board.Cells()/4))
			if rng.IntN(4) == 0 { // nobody wins at once in a random position: one that follows it
				free := g.Landing(p.Mask)
				p = p.After(free & -free)
			}
			r := reasons.Find(g, p, o, false)
			if r == nil {
				continue
			}
			c := class{r.Kind, o.Outcome(p) > 0}
			if found[c]++; found[c] > 2 && (c.kind != reasons.Follow || found[c] > 4) {
				continue
			}
			e := example{board.Columns, board.Rows, discsOf(g, p, c.winner), c.winner, *r, refusedChanges(g, p, c.winner, r, rng)}
			line, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, string(line))
		}
	}
	if err := os.WriteFile(examplesFile, []byte("[\n"+strings.Join(lines, ",\n")+"\n]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// discsOf returns the discs of a position as in an example.
func discsOf(g *solver.Grid, p solver.Position, winner bool) string {
	return strings.ReplaceAll(string(plainOf(g, p, winner).discs), "\x00", ".")
}

// refusedChanges returns a few changes of a reason that Prove refuses.
func refusedChanges(g *solver.Grid, p solver.Position, winner bool, r *reasons.Reason, rng *rand.Rand) (refused []reasons.Reason) {
	cell := func() reasons.Cell { return reasons.Cell(rng.IntN(g.Cells())) }
	first, never, kind, plain := *r, *r, *r, *r
	if first.Moves = slices.Clone(r.Moves); len(first.Moves) > 0 {
		first.Moves[rng.IntN(len(first.Moves))] = cell()
	}
	never.Plan.Never = append(slices.Clone(r.Plan.Never), cell(), cell())
	kind.Kind = reasons.Kinds[rng.IntN(len(reasons.Kinds))]
	plain.Plan = reasons.Plan{}
	for _, changed := range []reasons.Reason{first, never, kind, plain} {
		if _, err := reasons.Prove(g, p, winner, &changed); err != nil {
			refused = append(refused, changed)
		}
	}
	return refused
}
