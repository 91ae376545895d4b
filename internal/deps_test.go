// Package internal holds the parts of Quatre, one folder each. Its own test
// enforces which of them may import which.
package internal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/quatre/quatre/"

// source is one package, with import paths that leave out the prefix of this module.
type source struct {
	path    string
	imports []string // of the package itself
	tests   []string // of its tests only
	files   []string // absolute names of its files, without tests
}

// set is a set of import paths. A path stands for itself, "x/..." for x and everything
// below it. "std" stands for the standard library, "own" for this module, "others" for
// other modules.
type set []string

func (s set) has(path string) bool {
	return slices.ContainsFunc(s, func(p string) bool {
		switch p {
		case "std", "own", "others":
			return p == origin(path)
		}
		tree, isTree := strings.CutSuffix(p, "/...")
		return path == tree || isTree && strings.HasPrefix(path, tree+"/")
	})
}

// origin returns "own", "std" or "others".
func origin(path string) string {
	first, _, _ := strings.Cut(path, "/")
	switch {
	case slices.Contains([]string{"cmd", "internal", "frontend", "chaos", "upgrade"}, first):
		return "own"
	case strings.Contains(first, "."):
		return "others"
	}
	return "std"
}

// rule forbids packages of one set to import packages of another.
type rule struct {
	reason    string
	packages  set  // to which the rule applies
	except    set  // packages of that set to which it does not apply
	forbidden set  // imports
	allowed   set  // imports of that set that are allowed
	tests     bool // the rule applies to the packages' tests too
}

// violation is an import that a rule forbids.
type violation struct{ path, imported, reason string }

func (v violation) String() string {
	return fmt.Sprintf("%s imports %s: %s", v.path, v.imported, v.reason)
}

func (r rule) check(p source) []violation {
	if !r.packages.has(p.path) || r.except.has(p.path) {
		return nil
	}
	imports := p.imports
	if r.tests {
		imports = slices.Concat(p.imports, p.tests)
	}
	var found []violation
	for _, i := range imports {
		if r.forbidden.has(i) && !r.allowed.has(i) && i != p.path {
			found = append(found, violation{p.path, i, r.reason})
		}
	}
	return found
}

func checkAll(rules []rule, packages []source) []violation {
	var found []violation
	for _, r := range rules {
		for _, p := range packages {
			found = append(found, r.check(p)...)
		}
	}
	return found
}

func TestImports(t *testing.T) {
	packages := load(t)
	for _, v := range checkAll(table, packages) {
		t.Error(v)
	}
	// A rule about a package that has been renamed would never fail.
	for _, r := range table {
		for _, name := range slices.Concat(r.packages, r.except) {
			if name == "own" || strings.HasSuffix(name, "/...") {
				continue
			}
			if !slices.ContainsFunc(packages, func(p source) bool { return p.path == name }) {
				t.Errorf("the rule %q is about %s, which is no package", r.reason, name)
			}
		}
	}
}

// load asks the go command for all packages of the module.
func load(t *testing.T) []source {
	t.Helper()
	// The go command caches a test result until a file changes that the test has opened.
	// It cannot see what "go list" opens.
	for _, folder := range []string{"../cmd", "../internal"} {
		statFile := func(name string, _ fs.DirEntry, err error) error {
			if err == nil {
				_, err = os.Stat(name)
			}
			return err
		}
		if err := filepath.WalkDir(folder, statFile); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,CgoFiles,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = ".."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	var packages []source
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Dir                                       string
			GoFiles, CgoFiles, Imports, TestImports, XTestImports []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		s := source{
			path: short(p.ImportPath), imports: shorten(p.Imports),
			tests: shorten(slices.Concat(p.TestImports, p.XTestImports)),
		}
		for _, f := range slices.Concat(p.GoFiles, p.CgoFiles) {
			s.files = append(s.files, p.Dir+"/"+f)
		}
		packages = append(packages, s)
	}
	if len(packages) == 0 {
		t.Fatal("go list found no package")
	}
	return packages
}

func short(path string) string { return strings.TrimPrefix(path, module) }

func shorten(paths []string) []string {
	list := make([]string, 0, len(paths))
	for _, p := range paths {
		list = append(list, short(p))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
