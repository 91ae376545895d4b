package deploy

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestFlagsAreDocumented compares docs/host/settings.md with the programs' help: each flag has
// one row in its program's part, with its default, and each row is a flag.
func TestFlagsAreDocumented(t *testing.T) {
	page := read(t, "docs/host/settings.md")
	for program, file := range build(t) {
		_, part, found := strings.Cut(page, "\n## "+program+"\n")
		if !found {
			t.Fatalf("docs/host/settings.md has no part %q", program)
		}
		part, _, _ = strings.Cut(part, "\n## ")
		documented := map[string]string{} // the default, by flag
		for _, row := range regexp.MustCompile("(?m)^\\| `-([a-z-]+)` \\| (.*?) ?\\| .+ \\|$").FindAllStringSubmatch(part, -1) {
			if _, twice := documented[row[1]]; twice {
				t.Errorf("docs/host/settings.md has two rows for -%s of %s", row[1], program)
			}
			documented[row[1]] = strings.Trim(row[2], "`")
		}
		help, err := exec.CommandContext(t.Context(), file, "-h", "-all").CombinedOutput()
		if err != nil {
			t.Fatalf("%s -h: %v", program, err)
		}
		flags := regexp.MustCompile(`(?m)^  -(\S+).*\n +.*?(?:\(default (\S*)\))?\n +environment:`).FindAllStringSubmatch(string(help), -1)
		if len(flags) == 0 {
			t.Fatalf("%s -h lists no flags", program)
		}
		for _, f := range flags {
			name, value := f[1], plainDefault(f[2])
			got, has := documented[name]
			switch {
			case !has:
				t.Errorf("docs/host/settings.md lacks -%s of %s", name, program)
			case got != value && got != "number of cores":
				t.Errorf("docs/host/settings.md: -%s of %s has the default %q, want %q", name, program, got, value)
			}
			delete(documented, name)
		}
		for name := range documented {
			t.Errorf("docs/host/settings.md has -%s, which is no flag of %s", name, program)
		}
	}
}

// plainDefault returns a default as people write it: 720h for 720h0m0s.
func plainDefault(value string) string {
	value = regexp.MustCompile(`^(\d+h)0m0s$`).ReplaceAllString(value, "$1")
	value = regexp.MustCompile(`^(\d+m)0s$`).ReplaceAllString(value, "$1")
	if value == "INFO" {
		return "info"
	}
	return value
}
