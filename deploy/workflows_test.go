package deploy

import (
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
)

// The workflows are valid. What they do, a developer can do with make.
func TestWorkflows(t *testing.T) {
	var output strings.Builder
	linter, err := actionlint.NewLinter(&output, &actionlint.LinterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range glob(t, ".github/workflows/*.yml") {
		content := read(t, file)
		found, err := linter.Lint(file, []byte(content), nil)
		if err != nil || len(found) > 0 {
			t.Errorf("%s: %v\n%s", file, err, output.String())
		}
		if !strings.Contains(content, "- run: make ") {
			t.Errorf("%s runs no target of make", file)
		}
	}
}
