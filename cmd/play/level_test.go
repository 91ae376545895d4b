package main

import (
	"slices"
	"testing"
)

func TestSplitLevels(t *testing.T) {
	for list, want := range map[string][]string{
		"easy,strong":                                   {"easy", "strong"},
		"easy,custom:depth=4,open3=5":                   {"easy", "custom:depth=4,open3=5"},
		"custom:depth=4,open3=5,easy":                   {"custom:depth=4,open3=5", "easy"},
		"custom:depth=4,name=a b,custom:depth=5,rows=2": {"custom:depth=4,name=a b", "custom:depth=5,rows=2"},
		"easy":     {"easy"},
		"easy,a=b": {"easy", "a=b"},
	} {
		if got := splitLevels(list); !slices.Equal(got, want) {
			t.Errorf("%s is split into %q, want %q", list, got, want)
		}
	}
}
