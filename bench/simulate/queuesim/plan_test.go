package queuesim_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/quatre/quatre/bench/simulate/queuesim"
)

var update = flag.Bool("update", false, "write the plan into docs/scaling.md")

const (
	planFile  = "../../../docs/scaling.md"
	planBegin = "<!-- simulate -plan -->\n"
	planEnd   = "<!-- end of the plan -->\n"
)

// TestPlanIsInTheDocs checks that docs/scaling.md has the plan that WritePlan computes.
func TestPlanIsInTheDocs(t *testing.T) {
	var want bytes.Buffer
	if err := queuesim.WritePlan(&want); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(planFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begun := strings.Cut(string(text), planBegin)
	documented, after, ended := strings.Cut(rest, planEnd)
	if !begun || !ended {
		t.Fatalf("%s has no place for the plan", planFile)
	}
	if documented == want.String() {
		return
	}
	if !*update {
		t.Fatalf("%s is out of date: go test ./bench/simulate/queuesim -update", planFile)
	}
	if err := os.WriteFile(planFile, []byte(before+planBegin+want.String()+planEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestMeasuredHasAllLevels checks the built-in search times.
func TestMeasuredHasAllLevels(t *testing.T) {
	measured, err := queuesim.Measured()
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []string{"very-easy", "easy", "normal", "difficult", "strong", "expert", "perfect"} {
		if h := measured[level]; h == nil || !(h.Mean() > 0) {
			t.Errorf("there are no measurements for level %s", level)
		}
	}
}
