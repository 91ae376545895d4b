package hubtest

import (
	"os/exec"
	"strings"
	"testing"
)

// Python returns a Python that has the packages. A test fails without one: scripts/setup.sh installs them.
func Python(t *testing.T, packages ...string) string {
	t.Helper()
	imports := "import " + strings.Join(packages, ", ")
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.CommandContext(t.Context(), name, "-c", imports).Run() == nil {
			return name
		}
	}
	t.Fatalf("there is no python3 with %s: scripts/setup.sh installs it", strings.Join(packages, " and "))
	return ""
}
