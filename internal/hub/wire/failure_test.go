package wire

import (
	"os"
	"regexp"
	"testing"
)

// Failures has every failure, so that the metric has every code from the start: each is made by
// permanent or temporary, which add it. Only codes of package room are left out.
func TestFailuresAreComplete(t *testing.T) {
	source, err := os.ReadFile("failure.go")
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`\bFailure\{\s*"([a-z_]+)"`).FindAllSubmatch(source, -1); found != nil || len(Failures) < 20 {
		t.Errorf("Failures has %d failures and lacks %q", len(Failures), found)
	}
}
