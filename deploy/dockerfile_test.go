package deploy

import (
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

// parseDockerfile reads deploy/Dockerfile as BuildKit does.
func parseDockerfile() (stages []instructions.Stage, meta []instructions.ArgCommand, warnings []parser.Warning, err error) {
	text, err := os.Open("Dockerfile")
	if err != nil {
		return nil, nil, nil, err
	}
	defer text.Close()
	result, err := parser.Parse(text)
	if err != nil {
		return nil, nil, nil, err
	}
	stages, meta, err = instructions.Parse(result.AST, nil)
	return stages, meta, result.Warnings, err
}

// buildLine returns the command of the stage go that builds the programs.
func buildLine() (string, error) {
	stages, _, _, err := parseDockerfile()
	if err != nil {
		return "", err
	}
	for _, s := range stages {
		for _, c := range s.Commands {
			run, isRun := c.(*instructions.RunCommand)
			if isRun && s.Name == "go" && strings.Contains(run.CmdLine[0], "go build") {
				return run.CmdLine[0], nil
			}
		}
	}
	return "", errors.New("deploy/Dockerfile: no command of the stage go builds anything")
}

func dockerfile(t *testing.T) (stages []instructions.Stage, args map[string]string) {
	t.Helper()
	stages, meta, warnings, err := parseDockerfile()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range warnings {
		t.Errorf("deploy/Dockerfile: %s", w.Short)
	}
	args = map[string]string{}
	for _, a := range meta {
		for _, pair := range a.Args {
			args[pair.Key] = pair.ValueString()
		}
	}
	return stages, args
}

func TestStages(t *testing.T) {
	stages, args := dockerfile(t)
	var names []string
	pinned := regexp.MustCompile(`^[a-z]+:\d+\.\d+\.\d+-[a-z0-9.]+$`)
	for _, s := range stages[:len(stages)-1] {
		names = append(names, s.Name)
		image := args[strings.Trim(s.BaseName, "${}")]
		if !pinned.MatchString(image) {
			t.Errorf("stage %s: the image %q is not pinned to a full version", s.Name, image)
		}
	}
	if want := []string{"local", "node", "go"}; !slices.Equal(names, want) {
		t.Errorf("stages %v, want %v and then the image's", names, want)
	}
	last := stages[len(stages)-1]
	if last.BaseName != "scratch" {
		t.Errorf("the image is made from %s, want scratch", last.BaseName)
	}
	for _, c := range last.Commands {
		if c.Name() == "RUN" || c.Name() == "run" {
			t.Errorf("the image has no shell to run %v", c)
		}
	}
}

// The image contains both programs and does not run as root.
func TestImage(t *testing.T) {
	stages, _ := dockerfile(t)
	last := stages[len(stages)-1]
	user, files, command := "", map[string]string{}, ""
	for _, c := range last.Commands {
		switch c := c.(type) {
		case *instructions.UserCommand:
			user = c.User
		case *instructions.CopyCommand:
			for _, s := range c.SourcePaths {
				if c.From != "go" {
					t.Errorf("%s is copied from %q: the image may copy only from the stage go", s, c.From)
				}
				target := c.DestPath
				if strings.HasSuffix(target, "/") {
					target = path.Join(target, path.Base(s))
				}
				files[target] = s
			}
		case *instructions.CmdCommand:
			command = strings.Join(c.CmdLine, " ")
			if c.PrependShell {
				t.Error("CMD needs a shell, and the image has none")
			}
		case *instructions.EntrypointCommand:
			t.Error("an ENTRYPOINT would come before the command in docker-compose.yml")
		}
	}
	if !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).MatchString(user) {
		t.Errorf("USER %q, want a number: the image has no /etc/passwd", user)
	}
	for name, program := range programs {
		s := compose(t).Services[name]
		if files["/bin/"+program] == "" {
			t.Errorf("%s runs /bin/%s; the image contains %v", name, program, files)
		}
		if s.User != user {
			t.Errorf("%s runs as user %s, want the image's user %s", name, s.User, user)
		}
	}
	if files["/THIRD_PARTY_NOTICES"] == "" {
		t.Error("the image lacks the licences of the code that it contains")
	}
	if files[command] == "" {
		t.Errorf("CMD %q is not in the image", command)
	}
}

// dockerignore returns the patterns of .dockerignore.
func dockerignore(t *testing.T) *patternmatcher.PatternMatcher {
	t.Helper()
	patterns, err := ignorefile.ReadAll(strings.NewReader(read(t, ".dockerignore")))
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := patternmatcher.New(patterns)
	if err != nil {
		t.Fatal(err)
	}
	return ignored
}

// The sources of all COPY lines exist and are in the build context.
func TestCopiedFilesExist(t *testing.T) {
	ignored := dockerignore(t)
	stages, _ := dockerfile(t)
	copied := 0
	for _, s := range stages {
		for _, c := range s.Commands {
			from, isCopy := c.(*instructions.CopyCommand)
			if !isCopy || from.From != "" {
				continue
			}
			for _, source := range from.SourcePaths {
				copied++
				if _, err := os.Stat(filepath.Join(repository, source)); err != nil {
					t.Errorf("COPY %s: %v", source, err)
				}
				if isExcluded, err := ignored.MatchesOrParentMatches(source); err != nil || isExcluded {
					t.Errorf("COPY %s: .dockerignore excludes it (%v)", source, err)
				}
			}
		}
	}
	if copied == 0 {
		t.Error("the build copies nothing")
	}
	for _, excluded := range []string{".git/config", "quatre.db", ".env", "frontend/node_modules/x/index.js", "internal/hub/hub_test.go", "internal/rules/testdata/x"} {
		if isExcluded, err := ignored.MatchesOrParentMatches(excluded); err != nil || !isExcluded {
			t.Errorf(".dockerignore does not exclude %s from the build (%v)", excluded, err)
		}
	}
}

// TestBuildContextIsComplete asks the go command for all files that the programs are
// built from. They must be in the build context and in the COPY lines.
func TestBuildContextIsComplete(t *testing.T) {
	stages, _ := dockerfile(t)
	var copied []string
	for _, s := range stages {
		for _, c := range s.Commands {
			if c, ok := c.(*instructions.CopyCommand); ok && c.From == "" && s.Name == "go" {
				copied = append(copied, c.SourcePaths...)
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f",
		`{{if and .Module .Module.Main}}{{$p := .ImportPath}}{{range .GoFiles}}{{$p}}/{{.}}{{"\n"}}{{end}}{{range .EmbedFiles}}{{$p}}/{{.}}{{"\n"}}{{end}}{{end}}`,
		"./cmd/hub", "./cmd/aiworker")
	cmd.Dir = repository
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	ignored := dockerignore(t)
	for _, file := range strings.Fields(string(out)) {
		file = strings.TrimPrefix(file, "github.com/quatre/quatre/")
		if strings.HasPrefix(file, "frontend/dist/") {
			continue // comes from the stage node
		}
		if isExcluded, err := ignored.MatchesOrParentMatches(file); err != nil || isExcluded {
			t.Errorf(".dockerignore excludes %s from the build (%v)", file, err)
		}
		if !slices.ContainsFunc(copied, func(c string) bool { return file == c || strings.HasPrefix(file, c+"/") }) {
			t.Errorf("no COPY line of the stage go has %s: %v", file, copied)
		}
	}
}

// The build commands name packages and scripts that exist.
func TestBuildCommands(t *testing.T) {
	stages, _ := dockerfile(t)
	lines := map[string]string{}
	for _, s := range stages {
		for _, c := range s.Commands {
			if run, ok := c.(*instructions.RunCommand); ok {
				lines[s.Name] += strings.Join(run.CmdLine, " ") + "\n"
			}
		}
	}
	for _, part := range []string{"npm ci", "npm run build"} {
		if !strings.Contains(lines["node"], part) {
			t.Errorf("the stage node does not %s:\n%s", part, lines["node"])
		}
	}
	if !strings.Contains(read(t, "frontend/package.json"), `"build":`) {
		t.Error("frontend/package.json has no script named build")
	}
	for _, part := range []string{"CGO_ENABLED=0", "-trimpath", "-s -w", "-o /out/bin/"} {
		if !strings.Contains(lines["go"], part) {
			t.Errorf("the stage go builds without %s:\n%s", part, lines["go"])
		}
	}
	packages := regexp.MustCompile(`\./cmd/\w+`).FindAllString(lines["go"], -1)
	if want := []string{"./cmd/hub", "./cmd/aiworker"}; !slices.Equal(packages, want) {
		t.Fatalf("the stage go builds %v, want %v", packages, want)
	}
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-f", "{{.Name}}"}, packages...)...)
	cmd.Dir = repository
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "main\nmain\n" {
		t.Errorf("go list %v: %v\n%s", packages, err, out)
	}
}
