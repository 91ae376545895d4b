package aiworker

import "time"

// leastShare is the divisor of the minimum budget: a turn keeps at least 1/leastShare of its
// budget, however long it has waited.
const leastShare = 10

// hurry returns the time for the search of a turn that has waited in the queue. The wait
// counts against the budget. The turns of a busy origin wait for each other, so their budgets
// shrink. The turns of other origins keep their budgets.
func hurry(budget, waited time.Duration) time.Duration {
	return max(budget/leastShare, budget-max(0, waited))
}

// isHurried reports whether a search has ended early because its turn had waited: the turn had
// less than half of its budget left, and the search used all of that.
func isHurried(budget, left, took time.Duration) bool {
	return left < budget/2 && took >= left
}
