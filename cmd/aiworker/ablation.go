package main

import (
	"github.com/quatre/quatre/internal/minimax/reference"
	"github.com/quatre/quatre/internal/minimax/solver"
)

// ablations returns one variant of the solver for each technique, without that technique.
func ablations() []solverVariant {
	var all []solverVariant
	for _, a := range solver.Ablations() {
		all = append(all, solverVariant{
			name:        a.Name,
			newSearcher: func(t *solver.Table) searcher { return solver.NewWith(reference.Board, t, a.Without) },
			givesUp:     !a.Without.AlphaBeta,
		})
	}
	return all
}
