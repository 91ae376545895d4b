package upgrade

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// version is one of the two versions that run side by side.
type version int

const (
	earlier version = iota
	this
)

func (v version) String() string { return [2]string{"the earlier version", "this version"}[v] }

// gitLimit bounds a git command.
const gitLimit = 30 * time.Second

// builds holds the programs of both versions, built once.
type builds struct {
	once   sync.Once
	folder string
	name   string // name of the earlier version
	err    error
	skip   string // why there is no earlier version
}

// built holds the programs that the tests of this process use.
var built builds

// program returns the path of a program of version v. The first call builds both versions.
func (v version) program(t *testing.T, name string) string {
	t.Helper()
	built.once.Do(built.build)
	if built.skip != "" {
		t.Skip(built.skip)
	}
	if built.err != nil {
		t.Fatal(built.err)
	}
	t.Logf("%s of %s", name, [2]string{built.name, "this version"}[v])
	return filepath.Join(built.folder, [2]string{"earlier", "this"}[v], name)
}

func (b *builds) remove() error { return os.RemoveAll(b.folder) }

func (b *builds) build() {
	if b.folder, b.err = os.MkdirTemp("", "quatre-upgrade"); b.err != nil {
		return
	}
	if _, err := git("rev-parse", "--git-dir"); err != nil {
		b.skip = "this is not a clone of the project's repository, so it has no earlier version to test with"
		return
	}
	if b.err = compile("..", filepath.Join(b.folder, "this"), "hub", "aiworker", "loadgen"); b.err != nil {
		return
	}
	b.name = *from
	if b.name == "" {
		b.name = "HEAD~1"
		if tag, err := git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD~1"); err == nil {
			b.name = strings.TrimSpace(string(tag))
		}
	}
	commit, err := git("rev-parse", "--verify", "--quiet", b.name+"^{commit}")
	if err != nil && *from == "" {
		b.skip = "this clone lacks the commit before HEAD: run `git fetch --unshallow`, or name a version with -from"
		return
	}
	if b.err = err; err == nil {
		b.err = b.buildEarlier(strings.TrimSpace(string(commit)))
	}
}

// buildEarlier extracts a version from git and builds it.
func (b *builds) buildEarlier(commit string) error {
	archive, err := git("archive", "--format=tar", commit, ".")
	if err != nil {
		return err
	}
	sources := filepath.Join(b.folder, "sources")
	if err := unpack(archive, sources); err != nil {
		return err
	}
	return compile(sources, filepath.Join(b.folder, "earlier"), "hub", "aiworker")
}

// git runs a git command in the repository of these tests.
func git(args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), gitLimit)
	defer cancel()
	// In a container the clone often belongs to another user.
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", "..", "-c", "safe.directory=*"}, args...)...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w %s", strings.Join(args, " "), err, said.String())
	}
	return out, nil
}

// unpack writes the folders and files of a tar archive from git.
func unpack(archive []byte, folder string) error {
	root := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case h.Typeflag == tar.TypeDir:
			err = os.MkdirAll(root(h.Name), 0o755)
		case h.Typeflag == tar.TypeReg:
			err = write(root(h.Name), r)
		}
		if err != nil {
			return err
		}
	}
}

// write creates a file, and the folders above it.
func write(path string, r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// compile builds commands of the module in a folder. The hub embeds the page as it is in that
// folder, even if nobody has built the page.
func compile(module, to string, commands ...string) error {
	args := []string{"build", "-buildvcs=false", "-ldflags=-s -w", "-o", to + string(filepath.Separator)} // the flags save time
	for _, c := range commands {
		args = append(args, "./cmd/"+c)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = module
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build in %s: %w\n%s", module, err, out)
	}
	return nil
}
