package aiworker

import "time"

// minBudgetDivisor bounds how much of a budget the wait can use up: a turn keeps at least
// 1/minBudgetDivisor of its budget.
const minBudgetDivisor = 10

// budgetLeft returns the time for the search of a turn that has waited in the queue. The wait
// counts against the budget. The turns of a busy origin wait for each other, so their budgets
// shrink. The turns of other origins keep their budgets.
func budgetLeft(budget, waited time.Duration) time.Duration {
	return max(budget/minBudgetDivisor, budget-max(0, waited))
}

// isHurried reports whether a search has ended early because its turn had waited: the turn had
// less than half of its budget left, and the search used all of that.
func isHurried(budget, left, took time.Duration) bool {
	return left < budget/2 && took >= left
}
