package aiworker

import "time"

// leastShare is the part of its budget that a turn keeps however long it has waited: 1 of
// leastShare.
const leastShare = 10

// hurry returns the time for the search of a turn that has waited in the queue. The wait
// counts against the budget. So the budgets of an origin with many turns, which wait for
// each other, fall with the load, and the others keep theirs.
func hurry(budget, waited time.Duration) time.Duration {
	return max(budget/leastShare, budget-max(0, waited))
}

// isHurried reports whether a search has ended early because the turn had waited: it had less
// than half of its budget, and used it up.
func isHurried(budget, left, took time.Duration) bool {
	return left < budget/2 && took >= left
}
