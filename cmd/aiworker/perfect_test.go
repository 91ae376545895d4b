package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run that was killed in the middle of a line ends with the same file as one that was not.
func TestPerfectGoesOn(t *testing.T) {
	const first = "0 4\n"
	path := filepath.Join(t.TempDir(), "map.txt")
	for _, before := range []string{"", first, first + "042 ", "whole"} {
		if before != "whole" {
			if err := os.WriteFile(path, []byte(before), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		m := newMapMaker(4)
		m.progress = newProgress(t.Output())
		if err := m.writeFile(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		answers, _, err := readMap(string(text))
		if err != nil || len(answers) != len(m.seen) || m.open != 8 || m.explained != 0 || strings.Count(string(text), "?") != 8 {
			t.Errorf("after %q: %v, %d positions, %d open\n%s", before, err, len(m.seen), m.open, text)
		}
	}
	for _, bad := range []string{"", "4", "z4 5", "1 4"} {
		if _, _, err := readMap("0 4\n" + bad + "\n"); err == nil {
			t.Errorf("read %q", bad)
		}
	}
}
