package wire

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// Failures has every failure, so that each is counted from the start.
func TestFailuresAreComplete(t *testing.T) {
	source, err := os.ReadFile("failure.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`= Failure\{\s*"([a-z_]+)"`).FindAllSubmatch(source, -1)
	if len(found) < 20 {
		t.Fatalf("found %d failures only", len(found))
	}
	for _, m := range found {
		if !slices.ContainsFunc(Failures, func(f Failure) bool { return f.Code == string(m[1]) }) {
			t.Errorf("Failures has no %s", m[1])
		}
	}
}
