package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// system is the one system that the tests build for: this is what a fresh Debian in a folder can run.
const system = "linux_amd64"

// The maximum sizes of an archive or package, and of the image, in bytes.
const maxSize, maxImage = 13 << 20, 28 << 20

// command runs a command in a folder and returns what it prints.
func command(t *testing.T, folder, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// clone makes a clone of the repository, with this tag only.
func clone(t *testing.T, tag string) (folder string) {
	t.Helper()
	if changed := command(t, root, "git", "status", "--porcelain"); changed != "" {
		t.Skipf("a release is built from a commit, and these files differ from it:\n%s", changed)
	}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	folder = filepath.Join(t.TempDir(), "quatre")
	command(t, top, "git", "clone", "--quiet", "--shared", "--no-tags", top, folder)
	command(t, folder, "git", "tag", "--force", tag)
	return folder
}

// borrowPage gives a clone the page and the packages of this repository, which were built from the same commit.
func borrowPage(t *testing.T, folder string) {
	t.Helper()
	command(t, root, "make", "page") // does nothing if the page is of this commit already
	command(t, root, "cp", "-a", "frontend/dist/.", filepath.Join(folder, "frontend/dist/"))
	command(t, root, "cp", "-al", "frontend/node_modules", filepath.Join(folder, "frontend/node_modules"))
}

// build makes a release in a clone, of all that tests need, and returns its folder.
func build(t *testing.T, folder string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	command(t, filepath.Join(folder, "deploy/release"), "go", "run", ".", "-out", out, "-only", system)
	return out
}

// Two clones of a commit, each with a page of its own, give the same bytes, and what they give is installed in a
// fresh Debian. The test builds for one system; all share one way to be built.
func TestRelease(t *testing.T) {
	first, second := clone(t, "v0.0.1"), clone(t, "v0.0.1")
	borrowPage(t, first)
	one := build(t, first)
	t.Run("SameBytes", func(t *testing.T) {
		command(t, filepath.Join(second, "frontend"), "npm", "ci", "--no-audit", "--no-fund", "--prefer-offline")
		command(t, filepath.Join(second, "frontend"), "npm", "run", "build")
		compare(t, one, build(t, second))
	})
	t.Run("Installation", func(t *testing.T) { installation(t, first, one) })
}

// compare compares two releases, and looks at the first: nothing is larger than it may be, nothing is missing.
func compare(t *testing.T, one, other string) {
	sums, err := os.ReadFile(filepath.Join(one, "checksums.txt"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", sums)
	command(t, other, "sha256sum", "--check", "--strict", filepath.Join(one, "checksums.txt"))
	if lines := strings.Count(string(sums), "\n"); lines != 8 { // 3 archives, 3 packages, an image, a list of code
		t.Errorf("%d files, want 8", lines)
	}
	files, err := filepath.Glob(one + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		most := int64(maxSize)
		if strings.HasSuffix(file, ".tar") {
			most = maxImage
		}
		if info, err := os.Stat(file); err != nil || info.Size() > most {
			t.Errorf("%s: %v, larger than %d bytes", file, err, most)
		}
	}
	list, err := os.ReadFile(filepath.Join(one, "quatre_0.0.1.cdx.json"))
	for _, part := range []string{`"pkg:golang/go.etcd.io/bbolt@v`, `"pkg:npm/svelte@`, `"pkg:npm/%40inlang/paraglide-js@`, `"pkg:golang/std@1.`} {
		if err != nil || !strings.Contains(string(list), part) {
			t.Errorf("the list of components lacks %s (%v)", part, err)
		}
	}
	if said := command(t, one, "tar", "-xzOf", "quatre_0.0.1_linux_amd64.tar.gz", "quatre_0.0.1_linux_amd64/THIRD_PARTY_NOTICES"); !strings.Contains(said, "bbolt") || !strings.Contains(said, "svelte") {
		t.Error("the archive lacks licences")
	}
}
