package wire

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// Failures lists every Fail variable, so that the metric has every code from the start.
func TestFailuresAreComplete(t *testing.T) {
	source, err := os.ReadFile("failure.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`= Failure\{\s*"([a-z_]+)"`).FindAllSubmatch(source, -1)
	if len(found) < 20 {
		t.Fatalf("found only %d failures in the source", len(found))
	}
	for _, m := range found {
		if !slices.ContainsFunc(Failures, func(f Failure) bool { return f.Code == string(m[1]) }) {
			t.Errorf("Failures has no %s", m[1])
		}
	}
}
