//go:build race

package solver

// raceDivisor is how many times fewer hard positions are solved under the race detector,
// which makes a search ten times slower.
const raceDivisor = 10
