//go:build race

package rules_test

// maxPerft is the largest count that TestPerft compares. The race detector makes counting
// some ten times slower, and finds nothing more in the deep counts.
const maxPerft = 2_000_000
