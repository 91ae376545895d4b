package main

import "testing"

func TestProcs(t *testing.T) {
	for store, want := range map[string]int{"file:quatre.db": 3, "redis://127.0.0.1:6379/0": 2} {
		if got := procs(store, 2); got != want {
			t.Errorf("%s: %d processors, want %d", store, got, want)
		}
	}
}
