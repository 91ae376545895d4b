package room

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Kinds is kinds, for the tests of package room_test.
var Kinds = kinds

// The documents name every kind of event. Without this test, a new kind could be forgotten there.
func TestKindsAreDocumented(t *testing.T) {
	protocol, err := os.ReadFile("../../docs/api/asyncapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	architecture, err := os.ReadFile("../../docs/dev/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(architecture), "| event | from | to |")
	table, _, _ = strings.Cut(table, "\n\n")
	for kind := range kinds {
		if !strings.Contains(string(protocol), "- if: { properties: { type: { const: "+kind+" } } }\n") {
			t.Errorf("docs/api/asyncapi.yaml has no data for the entry type %q", kind)
		}
		if !regexp.MustCompile(`(?m)^\| [^|]*\b` + kind + `\b`).MatchString(table) {
			t.Errorf("the table of events in docs/dev/architecture.md lacks %q", kind)
		}
	}
}
