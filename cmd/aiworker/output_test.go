package main

import (
	"strings"
	"testing"
)

// -lang changes what people read, and not what programs read. As an environment variable it may be a locale.
func TestFrenchTables(t *testing.T) {
	const effort = "experiment effort -game tictactoe -depth 2 "
	t.Setenv("QUATRE_LANG", "fr_FR.UTF-8")
	for line, want := range map[string]string{
		effort: "alpha-bêta", effort + "-format svg": "profondeur en coups d’avance", effort + "-lang en": "alpha-beta",
		effort + "-format csv": "technique,depth,positions,nodes,",
		"match -a bot:false -b random -n 2 -game tictactoe -lang fr-CA": "forfaits",
		"learn -episodes 20 -every 20 -n 2 -against perfect -lang fr":   "contre «\u00a0parfait\u00a0»",
	} {
		if strings.HasPrefix(line, "learn") {
			line += " -format svg"
		}
		status, out, stderr := commandLine(t, line, "")
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %s%s", line, status, out, stderr)
		}
		if strings.HasPrefix(line, "match") && !strings.Contains(stderr, "false a perdu une partie\u00a0: ") {
			t.Errorf("%s: %s", line, stderr)
		}
	}
	for _, command := range []string{"experiment depths", "match -a easy -b random", "learn"} {
		if status, _, stderr := commandLine(t, command+" -lang de", ""); status != 2 || !strings.Contains(stderr, "must be en or fr") {
			t.Errorf("%s: status %d, %s", command, status, stderr)
		}
	}
}
