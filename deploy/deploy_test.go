// Package deploy contains the files to run Quatre as a service: the image, the proxy's
// configuration, systemd units, monitoring, and Kubernetes manifests. docker-compose.yml
// is at the top of the repository.
//
// Its tests read these files with the parsers of the tools that use them, and compare them
// with the programs' flags, time limits and packages.
package deploy

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// repository is the top of the repository.
const repository = ".."

// bin is the folder of the programs; empty until build has made it.
var bin string

func TestMain(m *testing.M) {
	status := m.Run()
	if bin != "" {
		_ = os.RemoveAll(bin)
	}
	os.Exit(status)
}

// builtVersion is the version that the tests pass to the build. They pass no revision.
const builtVersion = "v9.8.7-test"

// building builds the programs once for all tests, with the build command of
// deploy/Dockerfile, for this machine and into another folder.
var building = sync.OnceValue(func() (err error) {
	line, err := buildLine()
	if err != nil {
		return err
	}
	if bin, err = os.MkdirTemp("", "quatre-deploy-"); err != nil {
		return err
	}
	cmd := exec.Command("sh", "-c", strings.ReplaceAll(line, "/out/bin/", bin+string(filepath.Separator)))
	cmd.Dir = repository
	cmd.Env = append(os.Environ(), "TARGETOS="+runtime.GOOS, "TARGETARCH="+runtime.GOARCH, "QUATRE_VERSION="+builtVersion, "QUATRE_REVISION=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", line, err, out)
	}
	return nil
})

// build returns the paths of the programs, by name.
func build(t *testing.T) map[string]string {
	t.Helper()
	if err := building(); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"quatre": filepath.Join(bin, "quatre"), "quatre-worker": filepath.Join(bin, "quatre-worker")}
}

// runRefused runs a program that must refuse to start, and returns its output.
func runRefused(t *testing.T, program string, env map[string]string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = t.TempDir()
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("%s %v: %v, want it to end with an error status", program, args, err)
	}
	return string(out)
}

// variables returns the environment variables that a program's help names.
func variables(t *testing.T, program string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program, "-h", "-all").CombinedOutput()
	if err != nil {
		t.Fatalf("%s -h: %v", program, err)
	}
	var names []string
	for _, m := range regexp.MustCompile(`environment: (QUATRE_\w+)`).FindAllSubmatch(out, -1) {
		names = append(names, string(m[1]))
	}
	if len(names) == 0 {
		t.Fatalf("%s -h names no variables:\n%s", program, bytes.TrimSpace(out))
	}
	return names
}

// constant returns a duration that a source file declares, as "n * time.Second"
// or "time.Second".
func constant(t *testing.T, file, name string) time.Duration {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(repository, file), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var value ast.Expr
	ast.Inspect(parsed, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 && spec.Names[0].Name == name {
			value = spec.Values[0]
		}
		return true
	})
	factor := int64(1)
	if product, ok := value.(*ast.BinaryExpr); ok && product.Op == token.MUL {
		if n, ok := product.X.(*ast.BasicLit); ok {
			factor, _ = strconv.ParseInt(n.Value, 10, 64)
			value = product.Y
		}
	}
	units := map[string]time.Duration{"Millisecond": time.Millisecond, "Second": time.Second, "Minute": time.Minute}
	if sel, ok := value.(*ast.SelectorExpr); ok && units[sel.Sel.Name] > 0 && factor > 0 {
		return time.Duration(factor) * units[sel.Sel.Name]
	}
	t.Fatalf("%s declares no duration %s in a form that this test reads", file, name)
	return 0
}

// read returns a file of the repository.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
