//go:build !amd64

package solver

func prefetch(*uint64) {}
