//go:build !linux

package solver

func hugePages([]uint64) {}
