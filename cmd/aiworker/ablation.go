package main

import (
	"github.com/quatre/quatre/internal/minimax/reference"
	"github.com/quatre/quatre/internal/minimax/solver"
)

// ablations returns the solver without each of its techniques.
func ablations() []variant {
	var all []variant
	for _, a := range solver.Ablations() {
		all = append(all, variant{a.Name, func(t *solver.Table) searcher {
			return solver.NewWith(reference.Board, t, a.Without)
		}})
	}
	return all
}
