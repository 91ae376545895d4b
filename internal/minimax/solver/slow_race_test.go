//go:build race

package solver

// slow is how many times fewer of the hard positions are solved under the race
// detector, which makes a search ten times slower.
const slow = 10
