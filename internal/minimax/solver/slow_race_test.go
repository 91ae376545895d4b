//go:build race

package solver

// raceDivisor divides the number of hard positions that tests solve, because the race detector
// makes a search ten times slower.
const raceDivisor = 10
