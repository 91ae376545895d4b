// Command release builds what people install: an archive of each program for each system, Debian
// packages, an image of the hub as a file, a list of the third-party code in them (CycloneDX), and
// the checksums of all.
//
//	go -C deploy/release run . -out ../../bin/release
//
// It runs in its own folder, of a clone whose page is built; make release does both. A commit gives the
// same bytes in every clone: the only time in the files is the commit's, and paths and the machine
// leave no trace. docs/host/verify.md says how to check that.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// root is the top of the repository.
const root = "../.."

// programs are the programs that are installed, by the folder of their source.
var programs = []struct{ source, name, about string }{
	{"hub", "quatre", "Connect Four, tic-tac-toe and Force 3, played live in the browser"},
	{"aiworker", "quatre-worker", "More AI workers for Quatre on Redis"},
	{"play", "quatre-play", "Quatre in a terminal"},
}

// targets are the systems to build for. Debian packages and images are built for two of them.
var targets = []target{
	{"linux", "amd64", true},
	{"linux", "arm64", true},
	{"linux", "arm", false},
	{"darwin", "amd64", false},
	{"darwin", "arm64", false},
	{"windows", "amd64", false},
}

type target struct {
	system, processor string
	packaged          bool
}

func (t target) String() string {
	if t.processor == "arm" {
		return t.system + "_armv7"
	}
	return t.system + "_" + t.processor
}

// release is one run.
type release struct {
	version, revision string // as the programs print them
	time              time.Time
	out               string
	work              string // a temporary folder: programs and notices
}

func main() {
	out := flag.String("out", root+"/bin/release", "`folder` to write to; what it has is removed")
	only := flag.String("only", "", "build for one `system` only, such as linux_amd64")
	flag.Parse()
	if err := run(*out, *only); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(out, only string) (err error) {
	if _, err := os.Stat(root + "/frontend/dist/index.html"); err != nil {
		return fmt.Errorf("the page is not built: %w (make page builds it)", err)
	}
	r := release{out: out}
	if r.work, err = os.MkdirTemp("", "quatre-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	if err := cmp.Or(os.RemoveAll(out), os.MkdirAll(out, 0o755), r.describe(), r.writeNotices()); err != nil {
		return err
	}
	for _, t := range targets {
		if only == "" || only == t.String() {
			if err := r.makeTarget(t); err != nil {
				return fmt.Errorf("%s: %w", t, err)
			}
		}
	}
	return cmp.Or(r.writeComponents(), r.writeSums())
}

// describe finds version, revision and time of the commit.
func (r *release) describe() error {
	version, errV := output("git", "describe", "--tags", "--always", "--dirty")
	revision, errR := output("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude", "*")
	seconds, errT := output("git", "log", "-1", "--format=%ct")
	if err := cmp.Or(errV, errR, errT); err != nil {
		return err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	r.version, r.revision, r.time = version, revision, time.Unix(unix, 0).UTC()
	return err
}

// plainVersion is the version for the names of files and packages: without the v of the tag. Before the first
// tag the version is a hash, and packages need a digit first.
func (r *release) plainVersion() string {
	if number, tagged := strings.CutPrefix(r.version, "v"); tagged {
		return number
	}
	return "0-" + r.version
}

func (r *release) writeNotices() error {
	text, err := output("go", "run", "./internal/tools/notices")
	if err != nil {
		return err
	}
	return os.WriteFile(r.notices(), []byte(text+"\n"), 0o600)
}

func (r *release) notices() string { return filepath.Join(r.work, "THIRD_PARTY_NOTICES") }

// program returns the file of a program for a system.
func (r *release) program(t target, name string) string {
	if t.system == "windows" {
		name += ".exe"
	}
	return filepath.Join(r.work, t.String(), name)
}

// makeTarget makes everything for one system.
func (r *release) makeTarget(t target) error {
	for _, p := range programs {
		if err := cmp.Or(r.compile(t, p.source, p.name), r.archive(t, p.name)); err != nil {
			return err
		}
		if t.packaged {
			if err := r.makePackage(t, p.name, p.about); err != nil {
				return err
			}
		}
	}
	if !t.packaged {
		return nil
	}
	return r.makeImage(t)
}

// compile builds a program as deploy/Dockerfile does.
func (r *release) compile(t target, source, name string) error {
	const cli = "github.com/quatre/quatre/cmd/internal/cli"
	_, err := outputWith([]string{
		"CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM=7", "GOARM64=v8.0", "GOOS=" + t.system, "GOARCH=" + t.processor,
	}, "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -X "+cli+".linkedVersion="+r.version+" -X "+cli+".linkedRevision="+r.revision,
		"-o", r.program(t, name), "./cmd/"+source)
	return err
}

// writeSums writes the checksums of all files, as sha256sum -c reads them.
func (r *release) writeSums() error {
	files, err := filepath.Glob(filepath.Join(r.out, "*"))
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, file := range files { // Glob sorts them
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), filepath.Base(file))
	}
	return os.WriteFile(filepath.Join(r.out, "checksums.txt"), sums.Bytes(), 0o644)
}

// output runs a command at the top of the repository and returns what it prints, without the last newline.
func output(name string, args ...string) (string, error) { return outputWith(nil, name, args...) }

func outputWith(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr, cmd.Env = root, os.Stderr, append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSuffix(string(out), "\n"), err
}
