//go:build race

package rules_test

// maxPerft is the largest count that TestPerft compares. The race detector makes counting
// about ten times slower, and larger counts would not let it find more.
const maxPerft = 2_000_000
