//go:build !linux

package solver

func adviseHugePages([]uint64) {}
