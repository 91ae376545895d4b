//go:build !race

package solver

const slow = 1
