package main

import (
	"github.com/quatre/quatre/internal/minimax/reference"
	"github.com/quatre/quatre/internal/minimax/solver"
)

// ablations returns the solver without each of its techniques.
func ablations() []variant {
	var all []variant
	for _, a := range []struct {
		name string
		off  func(*solver.Techniques)
	}{
		{"transposition table", func(t *solver.Techniques) { t.Table = false }},
		{"order by threats", func(t *solver.Techniques) { t.Threats = false }},
		{"order by parity", func(t *solver.Techniques) { t.Parity = false }},
		{"zugzwang bounds", func(t *solver.Techniques) { t.Zugzwang = false }},
		{"cut-offs by the children", func(t *solver.Techniques) { t.Cutoffs = false }},
		{"bisection", func(t *solver.Techniques) { t.Bisection = false }},
		{"mirror images", func(t *solver.Techniques) { t.MirrorBelow = 0 }},
	} {
		use := solver.AllTechniques()
		a.off(&use)
		all = append(all, variant{a.name, func(t *solver.Table) *solver.Solver { return solver.NewWith(reference.Board, t, use) }})
	}
	return all
}
