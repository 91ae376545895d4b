package deploy

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
)

// The image's programs print the version that was passed to the build. Without a revision, both
// programs print the same digest of the source as their revision.
func TestImageVersion(t *testing.T) {
	var revisions []string
	for program, file := range build(t) {
		out, err := exec.CommandContext(t.Context(), file, "-version").Output()
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile(`^` + program + ` (\S+), revision (source-[0-9a-f]{12}), go\S+\n$`).FindStringSubmatch(string(out))
		if m == nil || m[1] != builtVersion {
			t.Fatalf("%s says %q, want the version %s and a digest", program, out, builtVersion)
		}
		revisions = append(revisions, m[2])
	}
	if revisions[0] != revisions[1] {
		t.Errorf("hub and worker of one image have the revisions %v, want the same", revisions)
	}
}

// make and Compose pass the version and revision on to the build.
func TestVersionIsPassedOn(t *testing.T) {
	stages, _ := dockerfile(t)
	var declared []string
	for _, s := range stages {
		for _, c := range s.Commands {
			if arg, ok := c.(*instructions.ArgCommand); ok && s.Name == "go" {
				for _, pair := range arg.Args {
					declared = append(declared, pair.Key)
				}
			}
		}
	}
	makefile := read(t, "Makefile")
	project := compose(t)
	for _, name := range []string{"QUATRE_VERSION", "QUATRE_REVISION"} {
		if !slices.Contains(declared, name) {
			t.Errorf("the stage go declares %v, not %s", declared, name)
		}
		if !strings.Contains(makefile, "--build-arg "+name+"=") {
			t.Errorf("make image does not pass %s to the build", name)
		}
		for service := range programs {
			if _, passed := project.Services[service].Build.Args[name]; !passed {
				t.Errorf("%s is built without %s", service, name)
			}
		}
	}
	for service := range programs {
		if image := project.Services[service].Image; !regexp.MustCompile(`(?m)^IMAGE +\?= ` + regexp.QuoteMeta(image) + `$`).MatchString(makefile) {
			t.Errorf("%s runs %s, which is not what make image builds", service, image)
		}
	}
}

// maxProgram is the maximum size of a program without the page that a hub embeds, in bytes. A
// program that links gRPC is larger, and so is one that links text/template, because the linker
// then keeps every method of every type. docs/dev/decisions/0020-small-programs.md says how to find
// the cause.
const maxProgram = 20_000_000

// maxHub is the same for the hub, which also has fonts and draws text in many scripts.
const maxHub = 24_000_000

func TestProgramsAreSmall(t *testing.T) {
	for program, file := range build(t) {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		size, most := info.Size(), int64(maxProgram)
		if program == "quatre" {
			size, most = size-pageSize(t), maxHub
		}
		t.Logf("%s: %.1f MB", program, float64(size)/1e6)
		if size > most {
			t.Errorf("%s has %d bytes, more than %d", program, size, most)
		}
	}
}

// pageSize returns the size of the built page, in bytes.
func pageSize(t *testing.T) (size int64) {
	t.Helper()
	err := filepath.WalkDir("../frontend/dist", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}
