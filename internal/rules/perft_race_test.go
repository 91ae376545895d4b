//go:build race

package rules_test

// maxPerft bounds the counts that TestPerft compares. The race detector makes counting
// some ten times slower, and finds nothing more in the deep counts.
const maxPerft = 2_000_000
